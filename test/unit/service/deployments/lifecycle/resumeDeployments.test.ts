import { expect, test } from "vitest";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { startThreadFixture } from "../../../../support/service/deploymentFixture.ts";

test("a server whose secret cannot be decrypted fails with the reason, and the others start with the service", async () => {
  const first = await startThreadFixture();
  const { db } = first.context;
  const [damaged, idle, intact] = [await first.run("healthy"), await first.run("healthy"), await first.run("healthy")];
  for (const { serverId } of [damaged, idle])
    db.run(`UPDATE servers SET environment_json = '{"TOKEN":"damaged"}' WHERE id = ?`, serverId);
  db.run("UPDATE servers SET stop_when_idle_minutes = 5 WHERE id = ?", idle.serverId);
  db.run("UPDATE deployments SET idle_since = created_at WHERE id = ?", idle.deployment.id);
  await first.close(true);
  const second = closeAfterTest(await startThreadFixture({}, first.folder));
  await second.waitForStatus(intact.deployment.id, "running");
  for (const { serverId, deployment } of [damaged, idle]) {
    const message = expect.stringContaining(`${serverId} TOKEN" cannot be decrypted`);
    const failure = { step: "start", message };
    expect(second.supervisor.store.get(deployment.id)).toMatchObject({ status: "failed", failure });
  }
});
