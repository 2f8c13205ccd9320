import { describe, expect, test } from "vitest";
import { createDeploymentPanelFixture } from "../../../../support/panels/deploymentPanelFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { connectMcpClient } from "../../../../support/servers/mcpClient.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { deployment } = await deployTinyServer(served, await createTinyServer(served, "Shown", "healthy"));

const panelOf = () =>
  createDeploymentPanelFixture(served, {
    deploymentId: deployment.id,
    version: deployment.version,
    serverName: "Shown",
  });
const first = { type: "ready", lastSequence: 0, savedSequence: 0 } as const;

async function callEcho(): Promise<void> {
  const { accessToken } = await served.api.call("runtime.token", { serverId: deployment.serverId ?? "" });
  const client = await connectMcpClient(deployment.url ?? "", "2025-11-25", { authorization: `Bearer ${accessToken}` });
  await client.callTool({ name: "echo", arguments: {} });
  await client.close();
}

describe("the panel of a deployment", () => {
  test("posts recorded calls as they come, and all again to a page that is shown again", async () => {
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
  });

  test("keeps a recorded call as a case of its server's tool, and says when it cannot", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    await panel.waitForMessage("traces");
    panel.controller.onMessage({ type: "keepTrace", sequence: 1 });
    await expect.poll(() => panel.traceActions).toEqual([["keep", "echo", {}]]);
    panel.controller.onMessage({ type: "keepTrace", sequence: 99 });
    await expect.poll(() => panel.messages.shown.join()).toContain("cannot be kept");
    panel.controller.onMessage({ type: "openTraceLink", uri: "https://example.com" });
    await expect.poll(() => panel.traceActions.at(-1)).toEqual(["open", "https://example.com"]);
  });

  test("starts and stops a recording through the command", async () => {
    await using panel = await panelOf();
    panel.controller.onMessage(first);
    await panel.waitForMessage("facts");
    panel.controller.onMessage({ type: "action", action: "record" });
    await expect.poll(() => panel.commandRuns.map(({ command }) => command)).toEqual(["fairlead.deployment.record"]);
  });
});
