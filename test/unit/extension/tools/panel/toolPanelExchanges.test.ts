import { afterAll, expect, test } from "vitest";
import { createToolPageActions } from "../../../../../src/extension/tools/panel/toolPageActions.ts";
import { createToolPanel } from "../../../../../src/extension/tools/panel/toolPanel.ts";
import type { ToolPanelState, ToolPanelToWebview } from "../../../../../src/webview/protocol/toolPanelMessages.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createRecordedWebview } from "../../../../support/panels/recordedWebview.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { assertDeployed, startServedService } from "../../../../support/service/servedService.ts";

const served = await startServedService();
const api = await startUpstream((_, response) => sendJson(response, { name: "Rex" }));
const document = JSON.stringify({
  ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
  paths: { "/pet": { get: { operationId: "get_pet", responses: { "200": { description: "A pet" } } } } },
});
const deployed = await served.deploy("Pets", { kind: "openapi", document, baseUrl: api.origin });
assertDeployed(deployed);
const serverId = deployed.server.id;
afterAll(async () => {
  await api.close();
  await served.close();
});

test("the page offers the HTTP request of a generated server, shows it for a call, and copies it", async () => {
  const { app, copied, close } = await createCommandFixture(served);
  const { webview, posted } = createRecordedWebview<ToolPanelToWebview>();
  const lastState = () => posted.findLast((message): message is ToolPanelState => message.type === "state");
  const kind = createToolPanel({ app, actions: createToolPageActions(app) });
  const server = { kind: "deployed", connection: requireValue(app.connections.active()).id, id: serverId } as const;
  const controller = kind.open({ server, tool: "get_pet" }, webview);
  controller.onMessage({ type: "ready" });
  await expect.poll(() => lastState()).toMatchObject({ connected: true, hasUpstream: true });
  controller.onMessage({ type: "call", arguments: {} });
  await expect.poll(() => lastState()?.calls[0]?.state).toBe("succeeded");
  expect(lastState()?.calls[0]?.exchanges).toBeUndefined();
  controller.onMessage({ type: "call", arguments: {}, capture: true });
  await expect.poll(() => lastState()?.calls.map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
  const shown = { method: "GET", url: `${api.origin}/pet`, status: 200, responseBody: { text: '{"name":"Rex"}' } };
  expect(lastState()?.calls[0]?.exchanges).toMatchObject([shown]);
  const id = requireValue(lastState()?.calls[0]).id;
  controller.onMessage({ type: "callAgain", id });
  await expect.poll(() => lastState()?.calls.map(({ state }) => state)).toHaveLength(3);
  await expect.poll(() => lastState()?.calls[0]).toMatchObject({ state: "succeeded", exchanges: [shown] });
  controller.onMessage({ type: "copyExchange", id, index: 0 });
  await expect.poll(() => copied.at(-1)).toMatch(/^curl -X GET 'http:\/\/127/);
  controller.dispose();
  app.toolCalls.dispose();
  await close();
});
