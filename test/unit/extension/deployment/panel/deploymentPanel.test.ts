import { describe, expect, test } from "vitest";
import type { Deployment } from "../../../../../src/contract/deployments.ts";
import {
  type DeploymentPanelToWebview,
  deploymentPanelActions,
} from "../../../../../src/webview/protocol/deploymentPanelMessages.ts";
import { startConnectionCutter } from "../../../../support/network/connectionCutter.ts";
import { createDeploymentPanelFixture } from "../../../../support/panels/deploymentPanelFixture.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { connectMcpClient } from "../../../../support/servers/mcpClient.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Shown", "healthy"));

const subjectOf = ({ id, version }: Deployment, serverName = "Shown") => ({ deploymentId: id, version, serverName });
const panelOf = (one = deployment) => createDeploymentPanelFixture(served, subjectOf(one));
const lastSequence = async (id: string) =>
  (await served.api.call("deployment.events", { id, limit: 1000 })).items.length;
const first = { type: "ready", lastSequence: 0, savedSequence: 0 } as const;

describe("the panel of a deployment", () => {
  test("posts facts, health, tests, other deployments, and all events in order, and nothing before its page is ready", async () => {
    await using panel = await panelOf();
    expect([panel.posted, panel.scheduledTasks.size]).toEqual([[], 0]);
    panel.controller.onMessage(first);
    const { facts } = await panel.waitForMessage("facts");
    expect(facts).toMatchObject({ serverName: "Shown", version: "0.1.0", status: "running", isLive: true, live: null });
    expect([facts.url, facts.runner, facts.canChooseRunner]).toEqual([deployment.url, undefined, true]);
    expect(facts.confinement).toMatch(/^(Confined by \w+|Not confined by the operating system)$/);
    const { health } = await panel.waitForMessage("health");
    expect(health.checks.map(({ name }) => name)).toEqual(["process", "handshake", "tools"]);
    expect(await panel.waitForMessage("tests")).toEqual({ type: "tests", run: null });
    expect(await panel.waitForMessage("others")).toEqual({ type: "others", others: [] });
    await panel.waitForMessage("streamState", ({ state }) => state === "live");
    const last = await lastSequence(deployment.id);
    await panel.waitFor(() => panel.sequences().at(-1) === last || undefined);
    expect(panel.sequences()).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    expect(panel.titles.at(-1)).toBe("Shown 0.1.0");
  });

  test("posts the files of the version, and opens a line of one of them", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    expect((await panel.waitForMessage("files")).files).toContain("server.mjs");
    panel.controller.onMessage({ type: "openSource", file: "server.mjs", line: 3, column: 0 });
    await expect
      .poll(() => panel.documents.shown)
      .toEqual([expect.stringMatching(/^fairlead:\/version\/[^/]+\/Shown\//)]);
  });

  test.each([
    [4, "is shown again, after its last event", { lastSequence: 3, savedSequence: 3 }],
    [1, "was reloaded", { lastSequence: 0, savedSequence: 5 }],
  ])("begins with event %i for a page that %s", async (sequence, _, ready) => {
    await using panel = await panelOf();
    panel.controller.onMessage({ type: "ready", ...ready });
    expect(await panel.waitFor(() => panel.sequences()[0])).toBe(sequence);
  });

  test("posts nothing while it is hidden; when visible again it posts the facts and the missing events", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    await panel.waitForMessage("tests");
    const last = await lastSequence(deployment.id);
    await panel.waitFor(() => panel.sequences().at(-1) === last || undefined);
    panel.controller.hide();
    const before = panel.posted.length;
    expect(panel.scheduledTasks.size).toBe(0);
    panel.controller.onMessage({ type: "ready", lastSequence: last, savedSequence: last });
    expect(panel.posted.slice(before).map(({ type }) => type)).toEqual(
      expect.arrayContaining(["facts", "others", "health", "tests"]),
    );
    await panel.waitForMessage("streamState", ({ state }) => state === "live");
    expect(new Set(panel.sequences()).size).toBe(panel.sequences().length);
  });

  test("shows at once that another deployment replaced it, tests its own version, and compares it with the other one", async () => {
    const deployed = await deployTinyServer(served, await createTinyServer(served, "Replaced", "healthy"));
    await using panel = await createDeploymentPanelFixture(served, subjectOf(deployed.deployment, "Replaced"));
    panel.controller.onMessage(first);
    await panel.waitForMessage("facts", ({ facts }) => facts.isLive);
    const next = await deployTinyServer(served, await addTinyVersion(served, deployed.server, "legacyOnly"));
    const { facts } = await panel.waitForMessage("facts", ({ facts: { status } }) => status === "superseded");
    expect(facts.live).toEqual({ id: next.deployment.id, version: "0.1.1" });
    const { others } = await panel.waitForMessage("others", (message) => message.others[0]?.isLive === true);
    expect(others).toMatchObject([{ id: next.deployment.id, version: "0.1.1", isSame: false }]);
    await panel.waitForMessage("streamState", ({ state }) => state === "ended");
    panel.controller.onMessage({ type: "action", action: "test" });
    panel.controller.onMessage({ type: "action", action: "compare", id: next.deployment.id });
    await expect.poll(() => panel.commandRuns.length).toBe(2);
    const named = panel.commandRuns
      .toSorted((item, other) => item.command.localeCompare(other.command))
      .map(({ command, target }) => [
        command,
        ...(target?.nodes ?? [target?.node]).map((node) => node?.kind === "version" && node.version.version),
      ]);
    expect(named).toEqual([
      ["fairlead.artifact.compare", "0.1.0", "0.1.1"],
      ["fairlead.server.test", "0.1.0"],
    ]);
    const bad = await deployTinyServer(served, await addTinyVersion(served, deployed.server, "exitsAtOnce"));
    await using failed = await createDeploymentPanelFixture(served, subjectOf(bad.deployment, "Replaced"));
    failed.controller.onMessage(first);
    const { facts: why } = await failed.waitForMessage("facts", (message) => message.facts.status === "failed");
    expect(why.failure?.step).toBe("start");
    expect(why.failure?.log).toContain("cannot go on: the database is locked");
    expect([why.earlier?.version, why.live?.version]).toEqual(["0.1.1", "0.1.1"]);
  });

  test("shows the newest test run of the same files, while it runs and when it ends", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    await panel.waitForMessage("tests");
    const { id } = await served.api.call("serverTestRuns.start", { id: server.id, cases: ["protocol"] });
    panel.controller.onMessage({ type: "action", action: "test" });
    const tested = panel.waitForMessage("tests", ({ run }) => run?.status === "passed" || run?.status === "failed");
    const ticking = setInterval(panel.runScheduledTasks, 50);
    const { run } = await tested.finally(() => clearInterval(ticking));
    expect(run).toMatchObject({ id, isPartial: true });
    expect(run?.summary?.total).toBeGreaterThan(0);
    panel.controller.onMessage({ type: "action", action: "openRun" });
    await expect.poll(() => panel.commandRuns.at(-1)?.command).toBe("fairlead.testRun.open");
  });
});

async function callEcho(): Promise<void> {
  const { accessToken } = await served.api.call("runtime.token", { serverId: deployment.serverId ?? "" });
  const client = await connectMcpClient(deployment.url ?? "", "2025-11-25", { authorization: `Bearer ${accessToken}` });
  await client.callTool({ name: "echo", arguments: {} });
  await client.close();
}

test("the panel posts recorded calls as they come, all again to a page that is shown again, and keeps one as a case", async () => {
  await using panel = await panelOf();
  panel.controller.onMessage(first);
  const { facts } = await panel.waitForMessage("facts");
  expect(facts.recording).toBeNull();
  await served.api.changeRecording(deployment.id, true);
  const { facts: recorded } = await panel.waitForMessage("facts", (message) => message.facts.recording !== null);
  expect(recorded.recording).toMatchObject({ endedAt: null });
  const readTraces = () => {
    panel.runScheduledTasks();
    return panel.posted.filter(({ type }) => type === "traces");
  };
  await callEcho();
  await expect.poll(readTraces).toMatchObject([
    { replaces: true, traces: [] },
    { replaces: false, traces: [{ sequence: 1, tool: "echo", notes: [expect.stringMatching(/not visible/)] }] },
  ]);
  await callEcho();
  await expect.poll(() => readTraces().at(-1)).toMatchObject({ replaces: false, traces: [{ sequence: 2 }] });
  panel.controller.hide();
  panel.controller.onMessage(first);
  await panel.waitForMessage("traces", ({ traces, replaces }) => replaces && traces.length === 2);
  await served.api.changeRecording(deployment.id, false);

  // A recorded call becomes a case of its server's tool.
  panel.controller.onMessage({ type: "keepTrace", sequence: 1 });
  await expect.poll(() => panel.traceActions).toEqual([["keep", "echo", {}]]);
  panel.controller.onMessage({ type: "keepTrace", sequence: 99 });
  await expect.poll(() => panel.messages.shown.join()).toContain("cannot be kept");
  panel.controller.onMessage({ type: "openTraceLink", uri: "https://example.com" });
  await expect.poll(() => panel.traceActions.at(-1)).toEqual(["open", "https://example.com"]);
});

describe("an action of the page", () => {
  test("runs the command of the extension, on this deployment", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    await panel.waitForMessage("tests");
    const possible = deploymentPanelActions.filter((action) => action !== "openRun");
    for (const action of possible) panel.controller.onMessage({ type: "action", action });
    await expect.poll(() => panel.commandRuns.length).toBe(possible.length);
    const ran = panel.commandRuns.map(({ command, target }) => {
      const node = target?.node;
      return `${command}${node?.kind === "deployment" && node.deployment.id === deployment.id ? " of it" : ""}`;
    });
    expect(ran.sort()).toEqual([
      "fairlead.artifact.compare",
      "fairlead.connection.signIn",
      "fairlead.connection.switch",
      "fairlead.connection.useLocal",
      "fairlead.deployment.deployAgain of it",
      "fairlead.deployment.open of it",
      "fairlead.deployment.openLog of it",
      "fairlead.deployment.record of it",
      "fairlead.deployment.rehearse of it",
      "fairlead.deployment.setMissingVariable of it",
      "fairlead.deployment.showFailureLine of it",
      "fairlead.server.checkApi of it",
      "fairlead.server.copyToken of it",
      "fairlead.server.deploy of it",
      "fairlead.server.editVariables of it",
      "fairlead.server.runOn of it",
      "fairlead.server.start of it",
      "fairlead.server.stop of it",
      "fairlead.server.test",
      "fairlead.server.useIn of it",
      "fairlead.showLog",
    ]);
  });

  test("allows a host, which is then in the facts, and nothing that is no host", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    expect((await panel.waitForMessage("facts")).facts.allowedHosts).toEqual([]);
    panel.controller.onMessage({ type: "allowHost", host: "a b" });
    panel.controller.onMessage({ type: "allowHost", host: "api.example.com:443" });
    const { facts } = await panel.waitForMessage("facts", ({ facts: { allowedHosts } }) => allowedHosts?.length !== 0);
    expect(facts.allowedHosts).toEqual(["api.example.com:443"]);
  });

  test("on an unknown deployment is ignored", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    await panel.waitForMessage("facts");
    panel.controller.onMessage({ type: "action", action: "deploy", id: "dep_elsewhere" });
    panel.controller.onMessage({ type: "action", action: "showLog" });
    await expect.poll(() => panel.commandRuns.map(({ command }) => command)).toEqual(["fairlead.showLog"]);
  });
});

describe("a panel that cannot read its deployment shows the reason and recovers", () => {
  const problemOf = async (panel: Awaited<ReturnType<typeof panelOf>>) =>
    (await panel.waitForMessage("problem", ({ problem }) => problem !== null)).problem;

  test("while another connection is active", async () => {
    await using panel = await panelOf();
    const { connections } = panel.app;
    panel.controller.onMessage(first);
    await panel.waitForMessage("facts");
    await connections.add({ baseUrl: served.service.url, key: served.service.firstKey ?? "" }, "Elsewhere");
    expect(await problemOf(panel)).toMatchObject({
      message: expect.stringContaining("is not the connection in use"),
      action: { action: "switchConnection" },
    });
    expect(panel.scheduledTasks.size).toBe(0);
    const before = panel.posted.length;
    await connections.useLocal();
    await panel.waitFor(() => isFine(panel, before));
  });

  test("after a sign-out, until the user signs in, and after its connection was removed", async () => {
    await using panel = await createDeploymentPanelFixture(served, subjectOf(deployment), served.service.url);
    const { connections } = panel.app;
    const connection = requireValue(connections.active());
    panel.controller.onMessage(first);
    await panel.waitForMessage("facts");
    await connections.signOut(connection);
    expect(await problemOf(panel)).toEqual({
      message: "You signed out of Remote.",
      action: { action: "signIn", label: "Sign In..." },
    });
    const before = panel.posted.length;
    await connections.signIn(connection, { key: served.service.firstKey ?? "" });
    await panel.waitFor(() => isFine(panel, before));
    await connections.remove(connection);
    await panel.waitForMessage("problem", ({ problem }) => problem?.message.includes("was removed") === true);
  });

  test("while the service is unreachable", async () => {
    let isCut = false;
    const cutter = await startConnectionCutter(Number(new URL(served.service.url).port), () => isCut);
    await using panel = await createDeploymentPanelFixture(served, subjectOf(deployment), cutter.url);
    panel.controller.onMessage(first);
    await panel.waitForMessage("facts");
    isCut = true;
    panel.runScheduledTasks();
    expect(await problemOf(panel)).toMatchObject({
      message: expect.stringMatching(/^Could not .* It is tried again\.$/),
      action: { action: "showLog" },
    });
    isCut = false;
    const before = panel.posted.length;
    await panel.waitFor(() => panel.scheduledTasks.size > 0 || undefined);
    panel.runScheduledTasks();
    await panel.waitFor(() => isFine(panel, before));
    await cutter.close();
  });

  test("after the deployment was deleted", async () => {
    await using panel = await createDeploymentPanelFixture(served, {
      deploymentId: "dep_gone",
      serverName: "Gone",
      version: "1.0.0",
    });
    panel.controller.onMessage(first);
    expect((await problemOf(panel))?.message).toMatch(/^The service no longer has this deployment of Gone 1\.0\.0/);
  });
});

/** Whether the panel has posted that the problem is solved. */
function isFine({ posted }: { readonly posted: readonly DeploymentPanelToWebview[] }, since: number): true | undefined {
  return posted.slice(since).some((one) => one.type === "problem" && one.problem === null) || undefined;
}
