import { expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { findInterruptedDeployments } from "../../../../../src/extension/deployment/commands/interruptedDeployments.ts";
import { openStartedDeployments } from "../../../../../src/extension/server/commands/deploy/startedDeployments.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

/** The memory that a window leaves which closes while it tests the server. */
async function leaveTesting(server: Server) {
  const left = createMapMemory();
  const memory = createMapMemory();
  const write: typeof memory.write = async (scope, name, value) => {
    await memory.write(scope, name, value);
    if (openStartedDeployments(memory).list().length > 0) await left.write(scope, name, value);
  };
  const answers = ["Test and Deploy"];
  await using fixture = await createCommandFixture(served, { memory: { ...memory, write }, answers });
  await deployServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
  expect(openStartedDeployments(memory).list()).toEqual([]);
  return left;
}

test("a deployment whose window is reloaded during its tests is named by the next window once, and can go on", async () => {
  const server = await createTinyServer(served, "Reloaded", "healthy");
  const memory = await leaveTesting(server);
  const options = { memory, answers: ["Deploy Without Tests"], actions: ["Deploy"] };
  await using fixture = await createCommandFixture(served, options);
  const announce = findInterruptedDeployments(fixture.app);
  await announce();
  await announce();
  await fixture.messages.waitFor("Deployed Reloaded 0.1.0");
  const message = "info: The deployment of Reloaded 0.1.0 was interrupted: its window was reloaded or closed. [Deploy]";
  expect(fixture.messages.shown.filter((text) => text.includes("interrupted"))).toEqual([message]);
  expect(openStartedDeployments(memory).list()).toEqual([]);
});

test("one that another window or the service went on with is not named, and those of other connections wait", async () => {
  const { server } = await deployTinyServer(served, await createTinyServer(served, "Done", "healthy"));
  const memory = await leaveTesting(await createTinyServer(served, "Left", "healthy"));
  const [left] = openStartedDeployments(memory).list();
  const all = [left && { ...left, serverId: server.id }, left && { ...left, connectionId: "other" }];
  await memory.write("workspace", "startedDeployments", all);
  await using fixture = await createCommandFixture(served, { memory });
  await findInterruptedDeployments(fixture.app)();
  expect(fixture.messages.shown).toEqual([]);
  expect(openStartedDeployments(memory).list()).toEqual(all.slice(1));
});

test("one whose preview was still starting is named too", async () => {
  const { id: serverId } = await createTinyServer(served, "Starting", "neverListens");
  const { version } = await served.api.call("server.deploy", { id: serverId, preview: true });
  const memory = createMapMemory();
  await using fixture = await createCommandFixture(served, { memory });
  const connectionId = fixture.app.connections.scope();
  await memory.write("workspace", "startedDeployments", [{ connectionId, serverId, version }]);
  await findInterruptedDeployments(fixture.app)();
  expect(fixture.messages.shown).toEqual([expect.stringContaining("Starting 0.1.0 was interrupted: its window was")]);
});
