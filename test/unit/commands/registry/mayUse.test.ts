import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { deployServer } from "../../../../src/commands/server/deployServer.ts";
import type { Server } from "../../../../src/contract/servers.ts";
import { isTestRunFinished } from "../../../../src/contract/testRuns.ts";
import { formatState } from "../../../../src/core/foundation/serviceState.ts";
import type { CommandTarget } from "../../../../src/core/view/commandTarget.ts";
import type { TreeNode } from "../../../../src/core/view/nodes.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { addTinyVersion, createTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { machineNotice } from "../../../support/service/machineSandbox.ts";
import { startServedService } from "../../../support/service/servedService.ts";

let served: Awaited<ReturnType<typeof startServedService>>;
beforeAll(async () => {
  served = await startServedService();
});
afterAll(() => served.close());

const runFirst = "Run Tests First";
const anyway = "Deploy Anyway";
const warned = (called: string) =>
  `warning: ${called} has no passing test run: it is not known whether this content works. Its code (server.mjs) runs on this machine, to be tested and to serve. ${machineNotice} [${runFirst}, ${anyway}]`;
const nodeOf = (server: Server): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });
const deployed = async ({ id }: Server) =>
  (await served.api.call("deployments.list", { serverId: id })).items.map(({ version }) => version);

/** Runs the cases of a server or a group; returns the run's status. */
async function testOnce({ id }: Server, group?: string): Promise<string | undefined> {
  let run = await served.api.call("serverTestRuns.start", { id, ...(group && { cases: [group] }) });
  const endsAt = Date.now() + 20_000;
  while (!isTestRunFinished(run.status) && Date.now() < endsAt)
    run = await served.api.call("serverTestRun.get", { id: run.id });
  return formatState(run.status);
}

/** A client whose calls with this name fail. */
function failing(client: ServiceClient, broken: string): ServiceClient {
  const fail = () => Promise.reject(new Error(`${broken} is not there`));
  const failAtFirst = async function* () {
    yield await fail();
  };
  return {
    ...client,
    call: (name, input, options) => (name === broken ? fail() : client.call(name, input, options)),
    list: (name, input, options) => (name === broken ? failAtFirst() : client.list(name, input, options)),
  };
}

test("a confirmed deployment of untested content is not confirmed again", async () => {
  const server = await createTinyServer(served, "Wanted", "healthy");
  await using fixture = await createCommandFixture(served, { actions: [anyway] });
  await deployServer(fixture.app, { node: nodeOf(server) });
  expect(await deployed(server)).toEqual(["0.1.0"]);
  await using again = await createCommandFixture(served, { memory: fixture.memory });
  await deployServer(again.app, { node: nodeOf(server) });
  expect([fixture, again].map(({ messages }) => messages.shown.filter((text) => text.startsWith("warning")))).toEqual([
    [warned("Wanted 0.1.0")],
    [],
  ]);
});

test("the same content of another server needs no other confirmation", async () => {
  const [first, second] = [
    await createTinyServer(served, "Same", "healthy"),
    await createTinyServer(served, "Same again", "healthy"),
  ];
  await using fixture = await createCommandFixture(served, { actions: [anyway] });
  for (const server of [first, second]) await deployServer(fixture.app, { node: nodeOf(server) });
  expect([await deployed(first), await deployed(second)]).toEqual([["0.1.0"], ["0.1.0"]]);
  expect(fixture.prompts.questions).toEqual([]);
});

test("changed content is confirmed again", async () => {
  const first = await createTinyServer(served, "Changing", "healthy");
  await using fixture = await createCommandFixture(served, { actions: [anyway, anyway] });
  await deployServer(fixture.app, { node: nodeOf(first) });
  const second = await addTinyVersion(served, first, "legacyOnly");
  await deployServer(fixture.app, { node: nodeOf(second) });
  expect(fixture.messages.shown).toEqual(expect.arrayContaining([warned("Changing 0.1.0"), warned("Changing 0.1.1")]));
});

test("a dismissed warning deploys nothing and asks for no variables", async () => {
  const server = await createTinyServer(served, "Dismissed", "healthy");
  await using fixture = await createCommandFixture(served);
  await deployServer(fixture.app, { node: nodeOf(server) });
  expect(fixture.messages.shown).toEqual([warned("Dismissed 0.1.0")]);
  expect(fixture.prompts.questions).toEqual([]);
  expect(await deployed(server)).toEqual([]);
});

test("the warning can run the tests of that version instead", async () => {
  const server = await createTinyServer(served, "Careful", "healthy");
  await using fixture = await createCommandFixture(served, { actions: [runFirst] });
  const ranCommands: unknown[] = [];
  const run = async (command: string, target: CommandTarget = {}) => void ranCommands.push([command, target.node]);
  await deployServer({ ...fixture.app, run }, { node: nodeOf(server) });
  const artifact = { id: server.artifactId, kind: "server", name: "Careful", ownerId: server.id };
  const version = expect.objectContaining({ version: "0.1.0" });
  expect(ranCommands).toEqual([["fairlead.server.test", { kind: "version", version, artifact, live: false }]]);
  expect(await deployed(server)).toEqual([]);
});

test("content with a passed run needs no warning, but consent to run its code", async () => {
  const server = await createTinyServer(served, "Proven", "healthy");
  expect(await testOnce(server)).toBe("passed");
  await using fixture = await createCommandFixture(served, { answers: [false, true] });
  await deployServer(fixture.app, { node: nodeOf(server) });
  expect(await deployed(server)).toEqual([]);
  for (let times = 0; times < 2; times += 1) await deployServer(fixture.app, { node: nodeOf(server) });
  expect(await deployed(server)).toEqual(["0.1.0", "0.1.0"]);
  expect(fixture.prompts.questions).toEqual(Array(2).fill("Run the code of Proven 0.1.0 on this machine?"));
});

test("content is confirmed if only some of its cases were run", async () => {
  const server = await createTinyServer(served, "Half proven", "healthy");
  expect(await testOnce(server, "schema")).toBe("passed");
  await using fixture = await createCommandFixture(served);
  await deployServer(fixture.app, { node: nodeOf(server) });
  expect(fixture.messages.shown).toEqual([warned("Half proven 0.1.0")]);
});

test("content is confirmed if a case failed", async () => {
  const server = await createTinyServer(served, "Disproven", "exitsAtOnce");
  expect(await testOnce(server, "protocol")).not.toBe("passed");
  await using fixture = await createCommandFixture(served);
  await deployServer(fixture.app, { node: nodeOf(server) });
  expect(fixture.messages.shown).toEqual([warned("Disproven 0.1.0")]);
});

test.each(["serverTestRuns.list", "registry.versions"])("a server is deployed even if %s fails", async (broken) => {
  const server = await createTinyServer(served, `Without ${broken}`, "healthy");
  await using fixture = await createCommandFixture(served, { answers: [true] });
  const client = failing(served.api, broken);
  await deployServer({ ...fixture.app, client: async () => client }, { node: nodeOf(server) });
  expect(await deployed(server)).toEqual(["0.1.0"]);
  expect(fixture.prompts.questions).toEqual([`Run the code of Without ${broken} 0.1.0 on this machine?`]);
  expect(fixture.logged.join("\n")).toContain(`${broken} is not there`);
});
