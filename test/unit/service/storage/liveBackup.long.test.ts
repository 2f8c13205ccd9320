import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";
import { runServiceCommand } from "../../../support/service/serviceCommand.ts";
import { startServiceProcess } from "../../../support/service/serviceProcess.ts";

async function start(dataDir: string, firstKey?: string) {
  const service = closeAfterTest(await startServiceProcess(["--data", dataDir]));
  const key = requireValue(firstKey ?? service.hello?.key);
  const api = closeAfterTest(createServiceClient({ baseUrl: requireValue(service.hello).url, key: async () => key }));
  return { ...service, api, key };
}

type Api = Awaited<ReturnType<typeof start>>["api"];

async function callEcho(api: Api, serverId: string, url: string): Promise<string> {
  const { accessToken } = await api.call("runtime.token", { serverId });
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: {} } };
  return (await sendWithToken(url, accessToken, { body })).text();
}

/** The versions and their digests, by artifact. */
async function readDigests(api: Api): Promise<Record<string, unknown>> {
  const { items } = await api.call("registry.artifacts", { limit: 200 });
  const versions = await Promise.all(items.map(({ id }) => api.call("registry.versions", { id, limit: 200 })));
  return Object.fromEntries(
    items.map(({ id }, index) => [id, versions[index]?.items.map(({ version, digest }) => [version, digest])]),
  );
}

test("a backup during a stream of writes is restored elsewhere: versions, keys, secrets and servers", async () => {
  const root = createTemporaryFolder();
  const first = await start(join(root, "data"));
  const project = requireValue((await first.api.call("projects.list", {})).items[0]);
  const tiny = await createTinyServer({ api: first.api, project }, "Tiny", "healthy");
  await first.api.call("server.update", { id: tiny.id, environment: { TINY_SECRET: "sealed-value" } });
  await deployTinyServer({ api: first.api }, tiny);
  const digests = await readDigests(first.api);
  const acknowledged: string[] = [];
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) acknowledged.push((await first.api.call("projects.create", { name: "Written" })).id);
  })();
  await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
  const before = [...acknowledged];
  const file = join(root, "backup");
  const { code, stdout } = await runServiceCommand("backup", "--data", join(root, "data"), "--to", file);
  const after = acknowledged.length;
  isWriting = false;
  await writing;
  expect([code, stdout]).toEqual([0, expect.stringContaining(`to ${file}`)]);
  expect(after).toBeGreaterThan(before.length);
  expect([statSync(file).mode & 0o777, readdirSync(root).sort()]).toEqual([0o600, ["backup", "data"]]);

  const moved = join(root, "moved");
  expect(await runServiceCommand("restore", "--from", file, "--data", moved)).toMatchObject({ code: 0 });
  expect(readdirSync(moved).sort()).toEqual(["fairlead.db", "lock.db", "secret.key"]);
  for (const name of readdirSync(moved)) expect(statSync(join(moved, name)).mode & 0o077).toBe(0);
  const second = await start(moved, first.key);
  expect(second.hello?.notice).toBeUndefined();
  expect(await readDigests(second.api)).toEqual(digests);
  const restored = (await second.api.call("projects.list", { limit: 200 })).items.map(({ id }) => id);
  expect(before.filter((id) => !restored.includes(id))).toEqual([]);
  const readDeployment = async () => (await second.api.call("deployments.list", { serverId: tiny.id })).items[0];
  await expect.poll(async () => (await readDeployment())?.status).toBe("running");
  const url = (await readDeployment())?.url ?? "";
  expect(await callEcho(second.api, tiny.id, url)).toContain("sealed-value");
});
