import { expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { formatState } from "../../../../../src/extension/base/serviceState.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { createTinyServerFiles, tinyEntry } from "../../../../support/servers/tinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

/** A server whose second version does not start without a variable that it does not declare. */
async function createServerWithVariable(name: string): Promise<Server> {
  const server = await createTinyServer(served, name, "healthy");
  const check = 'if (!process.env.TIDE_URL) throw new Error("TIDE_URL is not set");\n';
  const files = createTinyServerFiles("healthy").map(({ path, content }) => ({
    ...{ path, content: path === tinyEntry ? check + content : content },
    encoding: "utf8" as const,
  }));
  await served.api.call("server.generate", { id: server.id, source: { kind: "files", files, entry: tinyEntry } });
  await expect.poll(async () => (await readServer(served.api, server.id))?.latestVersion).toBe("0.1.1");
  return requireValue(await readServer(served.api, server.id));
}

test("a server that does not start without a variable says only that, and is tested and deployed once it is set", async () => {
  const server = await createServerWithVariable("Tides");
  const answers = ["Test and Deploy", "https://tides.example.com"];
  await using fixture = await createCommandFixture(served, { runsTests: true, answers, actions: ["Set TIDE_URL"] });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  await fixture.messages.waitFor("Deployed Tides 0.1.1");
  expect(fixture.messages.shown[0]).toBe(
    "error: Tides 0.1.1 was not deployed: its tests could not be run. TIDE_URL is not set. [Set TIDE_URL, Show, Deploy Anyway]",
  );
  const runs = (await served.api.call("serverTestRuns.list", { id: server.id })).items;
  expect(runs.map(({ status }) => formatState(status))).toEqual(["passed", "errored"]);
  const deployments = (await served.api.call("deployments.list", { serverId: server.id })).items;
  expect(deployments.map(({ version }) => version)).toEqual(["0.1.1"]);
});
