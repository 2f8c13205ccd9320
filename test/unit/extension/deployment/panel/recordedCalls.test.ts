import { expect, test } from "vitest";
import { createDeploymentPanelFixture } from "../../../../support/panels/deploymentPanelFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { connectMcpClient } from "../../../../support/servers/mcpClient.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { deployment } = await deployTinyServer(served, await createTinyServer(served, "Shown", "healthy"));

const first = { type: "ready", lastSequence: 0, savedSequence: 0 } as const;

async function callEcho(): Promise<void> {
  const { accessToken } = await served.api.call("runtime.token", { serverId: deployment.serverId ?? "" });
  const client = await connectMcpClient(deployment.url ?? "", "2025-11-25", { authorization: `Bearer ${accessToken}` });
  await client.callTool({ name: "echo", arguments: {} });
  await client.close();
}

test("the panel posts recorded calls as they come, all again to a page that is shown again, and keeps one as a case", async () => {
  await using panel = await createDeploymentPanelFixture(served, {
    ...{ deploymentId: deployment.id, version: deployment.version, serverName: "Shown" },
  });
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
