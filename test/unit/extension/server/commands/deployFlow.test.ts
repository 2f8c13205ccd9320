import { describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { formatState } from "../../../../../src/extension/base/serviceState.ts";
import { deployAgain } from "../../../../../src/extension/deployment/commands/deployAgain.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { startServerTest } from "../../../../support/servers/codeServer.ts";
import { addTinyVersion, createTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { createTinyServerFiles, tinyEntry } from "../../../../support/servers/tinyServer.ts";
import { unconfinedNotice } from "../../../../support/service/noSandbox.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

type Options = NonNullable<Parameters<typeof createCommandFixture>[1]>;
const openFixture = (options: Options = {}) => createCommandFixture(served, { runsTests: true, ...options });

const both = "[Test and Deploy, Deploy Without Tests]";
const question = (called: string, actions = both, code = "Its code runs on this machine: server.mjs.") =>
  [
    `Deploy ${called}?`,
    `${code} ${unconfinedNotice}`,
    ...(actions === both
      ? ["", "No test run has passed for this content. Its tests run first, and it is deployed when they pass."]
      : []),
    actions,
  ].join("\n");
const nodeOf = (server: Server): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });
const deployed = async ({ id }: Server) =>
  (await served.api.call("deployments.list", { serverId: id })).items.map(({ version }) => version);
const tested = async ({ id }: Server) =>
  (await served.api.call("serverTestRuns.list", { id })).items.map(({ status }) => formatState(status));

/** A server with a case file whose case fails. */
async function createFailingServer(name: string): Promise<Server> {
  const server = await createTinyServer(served, name, "healthy");
  const expectation = "    expect:\n      text: {equals: nothing like this}\n";
  const cases = ["a", "b", "c", "d"].map((one) => `  - name: case ${one}\n    tool: echo\n${expectation}`).join("");
  const files = [...createTinyServerFiles("healthy"), { path: "fairlead.tests.yaml", content: `cases:\n${cases}` }];
  const encoded = files.map((file) => ({ ...file, encoding: "utf8" as const }));
  await served.api.call("server.generate", {
    id: server.id,
    source: { kind: "files", files: encoded, entry: tinyEntry },
  });
  await expect.poll(async () => (await readServer(served.api, server.id))?.latestVersion).toBe("0.1.1");
  return requireValue(await readServer(served.api, server.id));
}

/** Runs the cases of a server or a group; returns the run's status. */
async function testOnce({ id }: Server, group?: string): Promise<string | undefined> {
  return formatState((await startServerTest(served.api, id, group === undefined ? {} : { cases: [group] })).status);
}

/** A client whose calls with this name fail. */
function failing(client: ServiceClient, broken: string, error = new Error(`${broken} is not there`)): ServiceClient {
  const fail = () => Promise.reject(error);
  const failAtFirst = async function* () {
    yield await fail();
  };
  return {
    ...client,
    call: (name, input, options) => (name === broken ? fail() : client.call(name, input, options)),
    list: (name, input, options) => (name === broken ? failAtFirst() : client.list(name, input, options)),
  };
}

describe("content without a passed test run", () => {
  test("is confirmed in one question, tested with progress, and deployed by itself when its tests pass", async () => {
    const server = await createTinyServer(served, "Flowing", "healthy");
    await using fixture = await openFixture({ answers: ["Test and Deploy"] });
    const reports: string[] = [];
    const opened: string[] = [];
    const { progress } = fixture.app;
    const run: typeof progress.run = ({ title, ...task }, work) => {
      opened.push(title);
      return progress.run({ title, ...task }, (report, signal) =>
        work((message) => {
          reports.push(`${title}: ${message}`);
          report(message);
        }, signal),
      );
    };
    await deployServer({ ...fixture.app, progress: { run } }, { node: nodeOf(server) });
    expect(fixture.prompts.questions).toEqual([question("Flowing 0.1.0")]);
    expect(await tested(server)).toEqual(["passed"]);
    expect(await deployed(server)).toEqual(["0.1.0"]);
    await fixture.messages.waitFor("Deployed Flowing 0.1.0");
    expect(fixture.messages.shown).toEqual(["info: Deployed Flowing 0.1.0. [Use In..., Call a Tool, Show]"]);
    expect(opened).toEqual(["Deploying Flowing 0.1.0"]);
    expect(reports).toContainEqual(expect.stringMatching(/^Deploying Flowing 0\.1\.0: \d+ of \d+ cases$/));
  });

  test("is deployed without tests if the user chooses that, and is not asked about again", async () => {
    const server = await createTinyServer(served, "Untested", "healthy");
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"], actions: ["Deploy Again"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(await deployed(server)).toEqual(["0.1.0"]);
    await deployServer(fixture.app, { node: nodeOf(server) });
    await expect.poll(() => deployed(server)).toEqual(["0.1.0", "0.1.0"]);
    expect(await tested(server)).toEqual([]);
    expect(fixture.prompts.questions).toHaveLength(1);
  });

  test("of another server with the same content needs no other confirmation", async () => {
    const [first, second] = [
      await createTinyServer(served, "Same", "modernOnly"),
      await createTinyServer(served, "Same again", "modernOnly"),
    ];
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"] });
    for (const server of [first, second]) await deployServer(fixture.app, { node: nodeOf(server) });
    expect([await deployed(first), await deployed(second)]).toEqual([["0.1.0"], ["0.1.0"]]);
    expect(fixture.prompts.questions).toHaveLength(1);
  });

  test("is confirmed again when it changes", async () => {
    const first = await createTinyServer(served, "Changing", "healthy");
    await using fixture = await openFixture({ answers: ["Deploy Without Tests", "Deploy Without Tests"] });
    await deployServer(fixture.app, { node: nodeOf(first) });
    await deployServer(fixture.app, { node: nodeOf(await addTinyVersion(served, first, "legacyOnly")) });
    expect(fixture.prompts.questions).toEqual([question("Changing 0.1.0"), question("Changing 0.1.1")]);
  });

  test("is tested also if only some of its cases passed before", async () => {
    const server = await createTinyServer(served, "Half proven", "healthy");
    expect(await testOnce(server, "schema")).toBe("passed");
    await using fixture = await openFixture({ answers: ["Test and Deploy"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(await tested(server)).toEqual(["passed", "passed"]);
    expect(await deployed(server)).toEqual(["0.1.0"]);
  });
});

describe("content with a passed test run", () => {
  test("is not tested again, and needs consent to run its code once", async () => {
    const server = await createTinyServer(served, "Proven", "healthy");
    expect(await testOnce(server)).toBe("passed");
    await using fixture = await openFixture({ answers: [escapeAnswer, "Deploy"], actions: ["Deploy Again"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(await deployed(server)).toEqual([]);
    for (let times = 0; times < 2; times += 1) await deployServer(fixture.app, { node: nodeOf(server) });
    await expect.poll(() => deployed(server)).toEqual(["0.1.0", "0.1.0"]);
    expect(fixture.prompts.questions).toEqual(Array(2).fill(question("Proven 0.1.0", "[Deploy]")));
  });
});

describe("tests that fail", () => {
  test("deploy nothing, are named, and can be shown before the version is deployed anyway", async () => {
    const server = await createFailingServer("Failing");
    await using fixture = await openFixture({ answers: ["Test and Deploy"], actions: ["Show", "Deploy Anyway"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    const failed = await fixture.messages.waitFor("was not deployed");
    expect(failed).toMatch(
      /^error: Failing 0\.1\.1 was not deployed: 4 of \d+ tests failed: case a, case b, case c and 1 more\. \[Show, Deploy Anyway, Cancel\]$/,
    );
    await fixture.messages.waitFor("Deployed Failing 0.1.1");
    expect(fixture.ranCommands).toEqual(["test results"]);
    expect(fixture.messages.shown.slice(0, 2)).toEqual([failed, failed]);
    expect(fixture.prompts.questions).toHaveLength(1);
  });

  test("of a content that was deployed anyway are not asked about again, those of changed content are", async () => {
    const server = await createFailingServer("Accepted");
    await using fixture = await openFixture({ answers: ["Test and Deploy", escapeAnswer], actions: ["Deploy Anyway"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    await fixture.messages.waitFor("Deployed Accepted 0.1.1");
    await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect([await deployed(server), await tested(server)]).toEqual([["0.1.1", "0.1.1"], ["failed"]]);
    await deployServer(fixture.app, { node: nodeOf(await addTinyVersion(served, server, "legacyOnly")) });
    expect(fixture.prompts.questions).toEqual([question("Accepted 0.1.1"), question("Accepted 0.1.2")]);
  });

  test("deploy nothing if the message is dismissed", async () => {
    const server = await createFailingServer("Refused");
    await using fixture = await openFixture({ answers: ["Test and Deploy"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    await fixture.messages.waitFor("was not deployed");
    expect(await deployed(server)).toEqual([]);
  });

  test("that cannot start say why", async () => {
    const server = await createTinyServer(served, "Broken", "exitsAtOnce");
    await using fixture = await openFixture({ answers: ["Test and Deploy"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(await fixture.messages.waitFor("was not deployed")).toContain("database is locked");
    expect(await deployed(server)).toEqual([]);
  });

  test("deploy nothing after a cancel, and the version can be deployed without them", async () => {
    const server = await createTinyServer(served, "Cancelled", "healthy");
    await using fixture = await openFixture({
      ...{ answers: ["Test and Deploy"], actions: ["Deploy Without Tests"] },
      cancel: { title: "Deploying Cancelled 0.1.0", message: "Testing Cancelled 0.1.0 before its deployment" },
    });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(await fixture.messages.waitFor("was not deployed")).toBe(
      "info: Cancelled 0.1.0 was not deployed, because its tests were not watched to their end. [Deploy Without Tests]",
    );
    await fixture.messages.waitFor("Deployed Cancelled 0.1.0");
  });
});

describe("a service", () => {
  test.each(["serverTestRuns.list", "registry.versions"])("without %s deploys without tests", async (broken) => {
    const server = await createTinyServer(served, `Without ${broken}`, "healthy");
    await using fixture = await openFixture({ answers: ["Deploy"] });
    const client = failing(served.api, broken);
    await deployServer({ ...fixture.app, client: async () => client }, { node: nodeOf(server) });
    expect(await deployed(server)).toEqual(["0.1.0"]);
    expect(await tested(server)).toEqual([]);
    const code = `Its code runs on this machine: ${broken === "registry.versions" ? "its code" : "server.mjs"}.`;
    expect(fixture.prompts.questions).toEqual([question(`Without ${broken} 0.1.0`, "[Deploy]", code)]);
    expect(fixture.logged.join("\n")).toContain(`${broken} is not there`);
  });

  test("that refuses a test run deploys nothing by itself, and says why", async () => {
    const server = await createTinyServer(served, "Limited", "healthy");
    await using fixture = await openFixture({ answers: ["Test and Deploy"], actions: ["Deploy Without Tests"] });
    const tests = { ...fixture.app.tests, run: () => Promise.reject(new Error("1 of 1 test runs are used up.")) };
    await deployServer({ ...fixture.app, tests }, { node: nodeOf(server) });
    expect(fixture.messages.shown[0]).toBe(
      "error: Limited 0.1.0 was not deployed, because its tests did not start: 1 of 1 test runs are used up. [Deploy Without Tests]",
    );
    await fixture.messages.waitFor("Deployed Limited 0.1.0");
  });

  test("that cannot start test runs deploys without tests", async () => {
    const server = await createTinyServer(served, "Not testable", "healthy");
    await using fixture = await openFixture({ answers: ["Test and Deploy"] });
    const missing = Object.assign(new Error("There are no test runs."), { code: "not_offered" });
    const tests = { ...fixture.app.tests, run: () => Promise.reject(missing) };
    await deployServer({ ...fixture.app, tests }, { node: nodeOf(server) });
    expect(await deployed(server)).toEqual(["0.1.0"]);
    expect(fixture.logged.join("\n")).toContain("is deployed without tests: There are no test runs.");
  });
});

describe("a second click on Deploy", () => {
  test("deploys nothing while the first is under way, also before its first response", async () => {
    const server = await createTinyServer(served, "Double", "healthy");
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"] });
    const click = () => deployServer(fixture.app, { node: nodeOf(server) });
    await Promise.all([click(), click(), click()]);
    expect(await deployed(server)).toEqual(["0.1.0"]);
    expect(fixture.prompts.questions).toHaveLength(1);
    expect(fixture.messages.shown.filter((text) => text.includes("being deployed already"))).toHaveLength(2);
  });

  test("says that another window is deploying the version", async () => {
    const server = await createTinyServer(served, "Elsewhere", "neverListens");
    const { id } = await served.api.call("server.deploy", { id: server.id });
    await using fixture = await openFixture({ actions: ["Open Deployment"] });
    const commands: [string, CommandTarget][] = [];
    const run = async (command: string, target: CommandTarget = {}) => void commands.push([command, target]);
    await deployServer({ ...fixture.app, run }, { node: nodeOf(server) });
    expect(fixture.messages.shown).toEqual(["info: Elsewhere 0.1.0 is being deployed already. [Open Deployment]"]);
    await expect.poll(() => commands).toHaveLength(1);
    expect(commands[0]).toMatchObject(["fairlead.deployment.open", { node: { deployment: { id } } }]);
    expect(await deployed(server)).toEqual(["0.1.0"]);
  });

  test("says that the version is live", async () => {
    const server = await createTinyServer(served, "Live", "healthy");
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"] });
    for (let times = 0; times < 2; times += 1) await deployServer(fixture.app, { node: nodeOf(server) });
    expect(fixture.messages.shown.at(-1)).toBe("info: Live 0.1.0 is live already. [Open Deployment, Deploy Again]");
    expect(await deployed(server)).toEqual(["0.1.0"]);
  });

  test("deploys a live version from the command that says so", async () => {
    const server = await createTinyServer(served, "Live again", "healthy");
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    const [deployment] = (await served.api.call("deployments.list", { serverId: server.id })).items;
    const node = { kind: "deployment", deployment: requireValue(deployment), live: true, serverName: "Live" } as const;
    await deployAgain(fixture.app, { node });
    expect(await deployed(server)).toEqual(["0.1.0", "0.1.0"]);
  });
});
