import { expect, test } from "vitest";
import type { Server } from "../../../../src/contract/servers.ts";
import { createToolRunner } from "../../../../src/extension/agentTools/toolRunner.ts";
import { readServer } from "../../../../src/extension/server/model/readServer.ts";
import { withSettings } from "../../../support/editor/defaultSettings.ts";
import { createToolFixture } from "../../../support/editor/toolFixture.ts";
import { addVersionWithTool, generatePetVersion } from "../../../support/servers/changingTools.ts";
import { createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

const deployed = async ({ id }: Server) =>
  (await served.api.call("deployments.list", { serverId: id })).items.map(({ version }) => version);

test("a deployment that breaks callers fails before the confirmation unless the setting or the user's agreement allows it", async () => {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Breaking" });
  const first = requireValue(await readServer(served.api, id));
  const { server: live } = await deployTinyServer(served, await generatePetVersion(served.api, first, {}));
  const server = await generatePetVersion(served.api, live, { hasDelete: false });
  await using fixture = await createToolFixture(served);
  await expect(fixture.readConfirmation("fairlead_deploy", { server: "Breaking" })).rejects.toThrow(
    /^Breaking 0\.1\.1 is not deployed, because it breaks callers of 0\.1\.0:\n- removePets \(DELETE \/pets\): The tool is gone\.\n.* breaksCallers /,
  );
  const prepare = (breakingChanges: "refuse" | "allow", breaksCallers: boolean) => {
    const world = { ...withSettings(fixture.app, { breakingChanges }), isTrusted: () => true, now: Date.now };
    const runner = createToolRunner({ ...world, timeoutMs: 30_000 });
    return runner.prepare("fairlead_deploy", { server: "Breaking", breaksCallers }, new AbortController().signal);
  };
  await expect(prepare("refuse", true)).rejects.toThrow(
    /The user's setting "fairlead\.deploy\.breakingChanges" refuses that/,
  );
  expect((await prepare("allow", false)).confirmation?.title).toBe("Deploy Breaking 0.1.1?");
  expect(await deployed(server)).toEqual(["0.1.0"]);
  const input = { server: "Breaking", breaksCallers: true, withoutTests: true };
  expect(await fixture.readConfirmation("fairlead_deploy", input)).toContain(
    "Breaks callers: removePets (DELETE /pets): The tool is gone.",
  );
  expect(await fixture.invoke("fairlead_deploy", input)).toMatchObject({ outcome: "live" });
  expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
});

test("own code is checked after its tests, which make its tools known", async () => {
  await using fixture = await createToolFixture(served);
  const { server } = await deployTinyServer(served, await createTinyServer(served, "Own", "healthy"));
  await addVersionWithTool(served.api, server, "repeat");
  await expect(fixture.confirmAndInvoke("fairlead_deploy", { server: "Own" })).rejects.toThrow(
    "echo: The tool is gone.",
  );
  expect(await deployed(server)).toEqual(["0.1.0"]);
});
