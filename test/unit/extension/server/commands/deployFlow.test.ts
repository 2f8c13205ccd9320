import { describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import type { Progress } from "../../../../../src/extension/base/ports.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import { formatState } from "../../../../../src/extension/base/serviceState.ts";
import { deployAgain } from "../../../../../src/extension/deployment/commands/deployAgain.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { deployVersion } from "../../../../../src/extension/server/commands/deployVersion.ts";
import { openFailedVersions } from "../../../../../src/extension/testing/model/testMemory.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { startServerTest } from "../../../../support/servers/codeServer.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { generateVersion } from "../../../../support/servers/generateServer.ts";
import { createTinySource, tinyEntry } from "../../../../support/servers/tinyServer.ts";
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
const listDeployments = async ({ id }: Server) => (await served.api.call("deployments.list", { serverId: id })).items;
const deployed = async (server: Server) =>
  (await listDeployments(server)).filter(({ preview }) => !preview).map(({ version }) => version);
const previews = async (server: Server) =>
  (await listDeployments(server)).filter(({ preview }) => preview).map(({ status }) => formatState(status));
const listRuns = async ({ id }: Server) => (await served.api.call("serverTestRuns.list", { id })).items;
const tested = async (server: Server) => (await listRuns(server)).map(({ status }) => formatState(status));

/** Adds a version whose program begins with this code, or which has this further file. */
async function addVersion({ id }: Server, code: string, file?: { readonly path: string; readonly content: string }) {
  const tiny = createTinySource("healthy");
  const files = tiny.files.map(({ path, content }) => ({
    path,
    content: path === tinyEntry ? code + content : content,
  }));
  return generateVersion(served.api, id, { source: { ...tiny, files: [...files, ...(file ? [file] : [])] } });
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
  test("is confirmed in one question, tested with progress, deployed by itself when all its tests pass, and then not tested again", async () => {
    const server = await createTinyServer(served, "Flowing", "healthy");
    expect(formatState((await startServerTest(served.api, server.id, { cases: ["schema"] })).status)).toBe("passed");
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
    expect(await tested(server)).toEqual(["passed", "passed"]);
    expect(await deployed(server)).toEqual(["0.1.0"]);
    // The process that was tested is live.
    const [live] = await listDeployments(server);
    expect([live?.id, await previews(server)]).toEqual([(await listRuns(server))[0]?.deploymentId, []]);
    await fixture.messages.waitFor("Deployed Flowing 0.1.0");
    expect(fixture.app.watch.isFollowed(live?.id ?? "")).toBe(true);
    expect(fixture.messages.shown).toEqual(["info: Deployed Flowing 0.1.0. [Use In..., Call a Tool, Show]"]);
    // While the plan is read, and after the question.
    expect(opened).toEqual(["Deploying Flowing 0.1.0", "Deploying Flowing 0.1.0"]);
    expect(reports).toContainEqual(expect.stringMatching(/^Deploying Flowing 0\.1\.0: \d+ of \d+ cases$/));

    // The code needs consent in another window, whose memory is empty.
    await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
    await using other = await openFixture({ answers: [escapeAnswer, "Deploy"], actions: ["Deploy Again"] });
    await deployServer(other.app, { node: nodeOf(server) });
    expect(await deployed(server)).toEqual(["0.1.0"]);
    for (let times = 0; times < 2; times += 1) await deployServer(other.app, { node: nodeOf(server) });
    await expect.poll(() => deployed(server)).toEqual(["0.1.0", "0.1.0", "0.1.0"]);
    expect(other.prompts.questions).toEqual(Array(2).fill(question("Flowing 0.1.0", "[Deploy]")));
    expect(await tested(server)).toEqual(["passed", "passed"]);
  });

  test("is deployed without tests once for three clicks, and asked about again only when it changes", async () => {
    const server = await createTinyServer(served, "Double", "healthy");
    await using fixture = await openFixture({
      ...{ answers: ["Deploy Without Tests", escapeAnswer], actions: ["Deploy Again"] },
    });
    const click = () => deployServer(fixture.app, { node: nodeOf(server) });
    await Promise.all([click(), click(), click()]);
    expect(await deployed(server)).toEqual(["0.1.0"]);
    expect(fixture.messages.shown.filter((text) => text.includes("being deployed already"))).toHaveLength(2);
    await click();
    expect(fixture.messages.shown).toContain("info: Double 0.1.0 is live already. [Open Deployment, Deploy Again]");
    const list = async () => (await served.api.call("deployments.list", { serverId: server.id })).items;
    await expect.poll(async () => (await list()).map(({ status }) => status)).toEqual(["running", "superseded"]);
    const [deployment] = await list();
    const node = {
      kind: "deployment",
      deployment: requireValue(deployment),
      live: true,
      serverName: "Double",
    } as const;
    await deployAgain(fixture.app, { node });
    expect(await deployed(server)).toEqual(["0.1.0", "0.1.0", "0.1.0"]);
    await deployVersion(fixture.app, served.api, { ...server, latestVersion: "0.1.0" }, undefined);
    await fixture.messages.waitFor("The service does not say which version of Double this is.");
    expect(await deployed(server)).toHaveLength(3);
    const same = await createTinyServer(served, "Same", "healthy");
    await deployServer(fixture.app, { node: nodeOf(same) });
    expect(await deployed(same)).toEqual(["0.1.0"]);
    expect(await tested(server)).toEqual([]);
    expect(fixture.prompts.questions).toEqual([question("Double 0.1.0")]);
    await deployServer(fixture.app, { node: nodeOf(await addTinyVersion(served, server, "legacyOnly")) });
    expect(fixture.prompts.questions).toEqual([question("Double 0.1.0"), question("Double 0.1.1")]);
  });

  test("is not asked about if the user cancels while a service does not answer", async () => {
    const server = await createTinyServer(served, "Slow", "healthy");
    await using fixture = await openFixture();
    const cancel = new AbortController();
    const progress: Progress = { run: (_, work) => work(() => {}, cancel.signal) };
    const waitForEver = () => {
      cancel.abort();
      return new Promise<never>(() => {});
    };
    await deployVersion(
      { ...fixture.app, progress },
      { ...served.api, call: waitForEver },
      server,
      server.latestVersion,
    );
    expect(fixture.messages.shown).toEqual([]);
    expect(await deployed(server)).toEqual([]);
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
});

describe("tests that fail", () => {
  test("deploy nothing, are named, can be shown before the version is deployed anyway, and count again when it changes", async () => {
    const expectation = "    expect:\n      text: {equals: nothing like this}\n";
    const cases = ["a", "b", "c", "d"].map((one) => `  - name: case ${one}\n    tool: echo\n${expectation}`).join("");
    const caseFile = { path: "fairlead.tests.yaml", content: `cases:\n${cases}` };
    const server = await addVersion(await createTinyServer(served, "Failing", "healthy"), "", caseFile);
    await using fixture = await openFixture({
      answers: ["Test and Deploy", "Show", "Deploy Anyway", escapeAnswer],
    });
    await deployServer(fixture.app, { node: nodeOf(server) });
    await fixture.messages.waitFor("Deployed Failing 0.1.1");
    const failed = /Failing 0\.1\.1 was not deployed: 4 of \d+ tests failed: case a, case b, case c and 1 more\./
      .source;
    expect(fixture.prompts.questions.slice(1)).toEqual([
      expect.stringMatching(`^${failed}\n\n\\[Show, Deploy Anyway\\]$`),
      expect.stringMatching(`^Deploy Failing 0\\.1\\.1: ${failed}$`),
    ]);
    expect(fixture.ranCommands).toEqual(["test results"]);
    expect(fixture.messages.shown).toEqual([expect.stringContaining("Deployed Failing 0.1.1")]);
    await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect([await deployed(server), await tested(server)]).toEqual([["0.1.1", "0.1.1"], ["failed"]]);
    await expect.poll(() => previews(server)).toEqual(["stopped"]);
    await deployServer(fixture.app, { node: nodeOf(await addTinyVersion(served, server, "legacyOnly")) });
    expect(fixture.prompts.questions.slice(3)).toEqual([question("Failing 0.1.2")]);
  });

  test("that cannot start say why", async () => {
    const server = await createTinyServer(served, "Broken", "exitsAtOnce");
    await using fixture = await openFixture({ answers: ["Test and Deploy", escapeAnswer] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(fixture.prompts.questions[1]).toMatch(/was not deployed: .*database is locked/s);
    expect(fixture.messages.shown).toEqual([]);
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
    expect([await deployed(server), await previews(server)]).toEqual([["0.1.0"], []]);
  });

  test("that the user did not start deploy nothing", async () => {
    const server = await createTinyServer(served, "Not tested", "healthy");
    await using fixture = await openFixture({ answers: ["Test and Deploy"] });
    const tests = { ...fixture.app.tests, run: async () => [] };
    await deployServer({ ...fixture.app, tests }, { node: nodeOf(server) });
    await fixture.messages.waitFor("Not tested 0.1.0 was not deployed, because its tests were not started.");
    expect(await deployed(server)).toEqual([]);
    await expect.poll(() => previews(server)).toEqual(["stopped"]);
  });

  test("that cannot start because of a line of the code name and show it, and the live version stays", async () => {
    const { server: live } = await deployTinyServer(served, await createTinyServer(served, "Thrown", "healthy"));
    const server = await addVersion(live, "// Mine.\nnull.tide();\n");
    await using fixture = await openFixture({ answers: ["Test and Deploy"], actions: ["Show Line"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(fixture.messages.shown).toEqual([
      `error: Thrown 0.1.1 was not deployed: its tests could not be run. TypeError: Cannot read properties of null (reading 'tide'). See line 2 of ${tinyEntry}. Version 0.1.0 is still live. [Show Line, Show]`,
    ]);
    expect(openFailedVersions(fixture.app.memory).has(`${server.id} 0.1.1`)).toBe(true);
    await expect.poll(() => fixture.documents.shown).toEqual([expect.stringContaining(`/0.1.1/Thrown/${tinyEntry}?`)]);
    expect(await previews(server)).toEqual(["failed"]);
  });

  test("that cannot start without a variable say only that, and it is tested and deployed once the variable is set", async () => {
    const check = 'if (!process.env.TIDE_URL) throw new Error("TIDE_URL is not set");\n';
    const server = await addVersion(await createTinyServer(served, "Tides", "healthy"), check);
    const answers = ["Test and Deploy", "Set TIDE_URL", "https://tides.example.com"];
    await using fixture = await openFixture({ answers });
    await deployServer(fixture.app, { node: nodeOf(server) });
    await fixture.messages.waitFor("Deployed Tides 0.1.1");
    expect(fixture.prompts.questions[1]).toBe(
      "Tides 0.1.1 was not deployed: its tests could not be run. TIDE_URL is not set.\n\n[Set TIDE_URL, Show, Deploy Anyway]",
    );
    expect([await tested(server), await deployed(server)]).toEqual([["passed", "errored"], ["0.1.1"]]);
  });
});

test("a service that refuses a test run deploys nothing by itself, one without test runs or versions deploys without tests", async () => {
  const server = await createTinyServer(served, "Limited", "healthy");
  const open = async (answer: string | typeof escapeAnswer, run: () => Promise<never>, client = served.api) => {
    const fixture = await openFixture({ answers: [answer] });
    const app = { ...fixture.app, client: async () => client, tests: { ...fixture.app.tests, run } };
    await deployServer(app, { node: nodeOf(server) });
    return fixture;
  };
  const refuse = () => Promise.reject(new Error("1 of 1 test runs are used up."));
  await using refused = await open("Test and Deploy", refuse);
  expect(refused.messages.shown).toEqual([
    "error: Limited 0.1.0 was not deployed, because its tests did not start: 1 of 1 test runs are used up. [Deploy Without Tests]",
  ]);
  await using untold = await open(escapeAnswer, refuse, failing(served.api, "serverTestRuns.list"));
  expect(untold.prompts.questions).toEqual([question("Limited 0.1.0", "[Deploy]")]);
  expect(untold.logged.join("\n")).toContain("serverTestRuns.list is not there");
  expect(await deployed(server)).toEqual([]);
  await using unknown = await open("Deploy", refuse, failing(served.api, "registry.versions"));
  expect(unknown.prompts.questions).toEqual([
    question("Limited 0.1.0", "[Deploy]", "Its code runs on this machine: files that are not known."),
  ]);
  expect(unknown.logged.join("\n")).toContain("registry.versions is not there");
  expect(await deployed(server)).toEqual(["0.1.0"]);
  await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
  const missing = Object.assign(new Error("There are no test runs."), { code: "not_offered" });
  await using without = await open("Test and Deploy", () => Promise.reject(missing));
  expect(await deployed(server)).toEqual(["0.1.0", "0.1.0"]);
  expect(without.logged.join("\n")).toContain("is deployed without tests: There are no test runs.");
});
