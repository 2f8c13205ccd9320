import { describe, expect, onTestFinished, test } from "vitest";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { createToolPageActions } from "../../../../../src/extension/tools/panel/toolPageActions.ts";
import { createToolPanel } from "../../../../../src/extension/tools/panel/toolPanel.ts";
import { readServerCases } from "../../../../../src/testcases/readServerCases.ts";
import type {
  CallView,
  ToolPanelState,
  ToolPanelToWebview,
} from "../../../../../src/webview/protocol/toolPanelMessages.ts";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createRecordedWebview } from "../../../../support/panels/recordedWebview.ts";
import { startChangingServer } from "../../../../support/servers/changingServer.ts";
import { generatePetVersion } from "../../../../support/servers/changingTools.ts";
import { serverCode } from "../../../../support/servers/codeServer.ts";
import { deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { protocolEras } from "../../../../support/servers/mcpClient.ts";
import { sendJson, startUpstream } from "../../../../support/servers/upstream.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const code = serverCode(`
  tools[1].annotations = { destructiveHint: true };
  tools[1]._meta = { "fairlead/hintReason": "It drops data." };
  tools[1].run = () => ({ isError: true, content: [{ type: "text", text: "Nothing to drop" }] });
  const page = { mode: "url", message: "Pay", url: "https://pay.example.com/", elicitationId: "e1" };
  const inputRequests = { page: { method: "elicitation/create", params: page } };
  tools.push({ name: "pay", inputSchema: schema, annotations: { readOnlyHint: true }, run: () => ({ resultType: "input_required", requestState: "s", inputRequests }) });
  capabilities.resources = {};
  methods["resources/list"] = () => ({ resultType: "complete", ttlMs: 0, cacheScope: "private", resources: [{ uri: "notes://today", name: "today" }] });
  methods["resources/read"] = ({ uri }) => ({ resultType: "complete", ttlMs: 0, cacheScope: "private", contents: [{ uri, mimeType: "application/json", text: "[1]" }] });
`);

const served = await useServedService();
const files = [{ path: "server.mjs", encoding: "utf8" as const, content: code }];
const deployed = await served.deploy("Own", { kind: "files", files, entry: "server.mjs" });
const serverId = deployed.server.id;

type FixtureOptions = Parameters<typeof createCommandFixture>[1];

async function openPanel(tool: string, options: FixtureOptions = {}, id = serverId, url?: string) {
  const fixture = await createCommandFixture(served, options);
  const { app } = fixture;
  if (url !== undefined) app.mcp.addNamedServer({ name: "Named", url, headers: {} });
  const { webview, ...recorded } = createRecordedWebview<ToolPanelToWebview>();
  const states: ToolPanelState[] = [];
  const kind = createToolPanel({
    ...{ app, actions: createToolPageActions(app) },
    later: (_ms, work) => {
      queueMicrotask(work);
      return () => {};
    },
  });
  const connection = requireValue(app.connections.active()).id;
  const server = url === undefined ? { kind: "deployed" as const, connection, id } : { kind: "url" as const, url };
  const post = (message: ToolPanelToWebview) => {
    if (message.type === "state") states.push(message);
    webview.post(message);
  };
  const controller = kind.open({ server, tool }, { ...webview, post });
  const waitFor = (fits: (state: ToolPanelState) => boolean): Promise<ToolPanelState> =>
    recorded.waitFor(() => {
      const last = states.at(-1);
      return last && fits(last) ? last : undefined;
    });
  onTestFinished(async () => {
    controller.dispose();
    app.toolCalls.dispose();
    await fixture.close();
  });
  controller.onMessage({ type: "ready" });
  await waitFor(({ tool: shown, problem }) => shown !== undefined || problem !== undefined);
  /** Calls the tool, and waits until the call ends. */
  const call = async (given: CallView["arguments"]): Promise<CallView> => {
    const before = states.at(-1)?.calls.length ?? 0;
    controller.onMessage({ type: "call", arguments: given });
    const state = await waitFor(({ calls }) => calls.length > before && calls[0]?.state !== "running");
    return requireValue(state.calls[0]);
  };
  return { ...fixture, ...recorded, controller, states, waitFor, call, server };
}

describe("the panel of a tool", () => {
  test("shows the tool, its server and its cost, opens a linked resource in an editor, passes a chosen file, and says when a call is gone", async () => {
    const panel = await openPanel("add");
    const { states, titles } = panel;
    expect(states.at(-1)).toMatchObject({ server: "Own", connected: true, tokens: expect.any(Number), calls: [] });
    expect(states.at(-1)?.tool).toMatchObject({ name: "add", annotations: { readOnlyHint: true } });
    expect(titles.at(-1)).toBe("add - Own");
    panel.controller.onMessage({ type: "openLink", uri: "notes://today" });
    await expect.poll(() => panel.documents.shown).toContainEqual("today.json: [1]");
    panel.documents.folders.set("file:///work", new Map([["cat.png", Buffer.from("cat")]]));
    panel.documents.fileAnswer = "file:///work/cat.png";
    panel.controller.onMessage({ type: "pickFile", pointer: "/photo" });
    const file = { pointer: "/photo", name: "cat.png", mediaType: "image/png", data: "Y2F0" };
    await expect.poll(() => panel.posted.at(-1)).toEqual({ type: "file", ...file });
    panel.controller.onMessage({ type: "callAgain", id: "old" });
    await expect.poll(() => panel.messages.shown).toContainEqual(expect.stringContaining("no longer in the history"));
  });

  test("reads again what changed while it was read", async () => {
    const { app, states, waitFor } = await openPanel("add");
    const [asked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const { findTarget } = app.mcp;
    app.mcp.findTarget = () => {
      app.mcp.findTarget = findTarget;
      asked.resolve();
      return ended.promise;
    };
    app.mcp.markChanged();
    await asked.promise;
    const before = states.length;
    app.mcp.markChanged();
    ended.reject(new Error("It is being replaced."));
    await waitFor(({ connected }) => connected && states.length > before);
    expect(states.slice(before).map(({ problem }) => problem)).toEqual(["It is being replaced.", undefined]);
  });

  test.each(protocolEras)("shows what its tool is now when the server says so, while it is seen (%s)", async (era) => {
    const changing = closeAfterTest(await startChangingServer(era));
    const { waitFor, controller } = await openPanel("one", {}, serverId, changing.url);
    changing.state.tools = ["two"];
    changing.reportLists();
    const { problem } = await waitFor(({ connected }) => !connected);
    expect(problem).toBe("Named has no tool one (any more). Open another one from the view Servers.");
    changing.state.tools = ["one"];
    changing.reportLists();
    await waitFor(({ connected }) => connected);
    expect(changing.streams()).toBe(era === "2026-07-28" ? 1 : 0);
    controller.hide();
    await expect.poll(() => changing.streams()).toBe(0);
  });

  test("follows its tool to another name with its calls, edits the variables of its server, and starts it while it is stopped", async () => {
    const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Changing" });
    const first = await generatePetVersion(served.api, requireValue(await readServer(served.api, id)), {});
    await deployTinyServer(served, first);
    const { app, call, controller, states, titles, waitFor, ranCommands } = await openPanel("listPets", {}, id);
    await call({});
    await deployTinyServer(served, await generatePetVersion(served.api, first, { name: "findPets" }));
    app.mcp.markChanged();
    const state = await waitFor(({ tool }) => tool?.name === "findPets");
    expect(state).toMatchObject({ connected: true, calls: [{ arguments: {} }] });
    expect(titles.at(-1)).toBe("Find pets - Changing");
    expect(states.at(-1)).toMatchObject({ isStopped: false, hasVariables: true, isChanged: false });
    await served.api.call("server.update", { id, environment: { API_BASE_URL: "https://other.example" } });
    controller.onMessage({ type: "start" });
    controller.onMessage({ type: "editVariables" });
    await waitFor(({ isChanged }) => isChanged);
    controller.onMessage({ type: "deployAgain" });
    expect(ranCommands).toEqual(["fairlead.server.editVariables", "fairlead.deployment.deployAgain"]);
    await served.api.call("server.update", { id, desiredState: "stopped" });
    app.mcp.markChanged();
    expect(await waitFor(({ isStopped }) => isStopped)).toMatchObject({
      problem: "Changing is stopped. Start it first.",
    });
    controller.onMessage({ type: "start" });
    expect(ranCommands.at(-1)).toBe("fairlead.server.start");
    const { states: opened } = await openPanel("findPets", {}, id);
    expect(opened.at(-1)).toMatchObject({ isStopped: true, hasVariables: true, isChanged: false });
  });

  test("calls the tool, retains arguments and results, and calls again with the same arguments", async () => {
    const panel = await openPanel("add");
    const called = await panel.call({ a: 1, b: 2 });
    expect(called).toMatchObject({ state: "succeeded", structured: { sum: 3 }, bytes: expect.any(Number) });
    panel.controller.hide();
    panel.controller.onMessage({ type: "ready" });
    expect(panel.states.at(-1)).toMatchObject({ draft: { a: 1, b: 2 }, calls: [{ structured: { sum: 3 } }] });
    panel.controller.onMessage({ type: "callAgain", id: called.id });
    const { calls } = await panel.waitFor(
      (state) => state.calls[1] !== undefined && state.calls[0]?.state === "succeeded",
    );
    expect(calls.map((one) => one.structured)).toEqual([{ sum: 3 }, { sum: 3 }]);
  });

  test("retains the newest 20 calls, and posts nothing while it is hidden", async () => {
    const panel = await openPanel("add");
    panel.controller.hide();
    const count = panel.posted.length;
    const subject = { server: panel.server, tool: "add" };
    for (let a = 0; a < 22; a += 1) await panel.app.toolCalls.call(subject, { a, b: 0 });
    expect(panel.posted).toHaveLength(count);
    const sums = panel.app.toolCalls.list(subject).map(({ view }) => view.structured);
    expect(sums).toHaveLength(20);
    expect([sums[0], sums[19]]).toEqual([{ sum: 21 }, { sum: 2 }]);
  });

  test("asks before it calls a tool that destroys data, calls nothing after Escape, shows the error that the tool reports and what its annotations follow from, and edits it", async () => {
    const panel = await openPanel("drop", { answers: [escapeAnswer, "Call"] });
    panel.controller.onMessage({ type: "call", arguments: { all: false } });
    const shown = { state: "failed", arguments: { all: true }, content: [{ text: "Nothing to drop" }] };
    expect(await panel.call({ all: true })).toMatchObject(shown);
    expect(panel.prompts.questions[0]).toContain("Call drop of Own?");
    expect(panel.states.at(-1)?.hintReason).toBe("It drops data.");
    panel.controller.onMessage({ type: "edit" });
    expect(panel.ranCommands).toEqual(["fairlead.tool.edit"]);
    expect(panel.states.at(-1)?.calls).toHaveLength(1);
  });

  test("copies a call as JSON, as a command line and as a case, and nothing after Escape", async () => {
    const panel = await openPanel("add", { answers: ["MCP JSON", "curl", "Test Case", escapeAnswer] });
    const { id } = await panel.call({ a: 1, b: 2 });
    for (const copied of [1, 2, 3]) {
      panel.controller.onMessage({ type: "copyAs", id });
      await expect.poll(() => panel.copied.length).toBe(copied);
    }
    panel.controller.onMessage({ type: "copyAs", id });
    await expect.poll(() => panel.prompts.questions.length).toBe(4);
    const [json = "", curl = "", entry = ""] = panel.copied;
    expect(panel.copied).toHaveLength(3);
    expect(JSON.parse(json)).toMatchObject({ params: { name: "add", arguments: { a: 1, b: 2 } } });
    expect(curl).toMatch(/^curl -X POST 'http.*Bearer \$FAIRLEAD_TOKEN/s);
    expect(readServerCases(entry).cases[0]).toMatchObject({ name: "add succeeds", tool: "add" });
  });

  test("keeps the question of a page that the user refuses to open, and opens none for an old question", async () => {
    const opened: string[] = [];
    const browse = async (uri: string) => opened.push(uri) === 0;
    const { app, controller, server, waitFor, messages } = await openPanel("pay", { browse });
    controller.onMessage({ type: "call", arguments: { a: 1, b: 2 } });
    const { calls } = await waitFor(({ calls }) => calls[0]?.input !== undefined);
    const { id, input } = requireValue(calls[0]);
    controller.onMessage({ type: "answerInput", id, input: "old", action: "accept" });
    controller.onMessage({ type: "answerInput", id, input: requireValue(input).id, action: "accept" });
    await expect.poll(() => messages.shown).toContainEqual(expect.stringContaining("The page was not opened."));
    expect(opened).toEqual(["https://pay.example.com/"]);
    expect(app.toolCalls.find({ server, tool: "pay" }, id)?.view.input?.id).toBe(input?.id);
    controller.onMessage({ type: "cancel", id });
    await waitFor(({ calls }) => calls[0]?.state === "cancelled");
  });

  test("offers the HTTP request of a generated server, shows it for a call, and copies it", async () => {
    const api = closeAfterTest(await startUpstream((_, response) => sendJson(response, { name: "Rex" })));
    const document = JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" } },
      paths: { "/pet": { get: { operationId: "get_pet", responses: { "200": { description: "A pet" } } } } },
    });
    const generated = await served.deploy("Pets", { kind: "openapi", document, baseUrl: api.origin });
    const { call, controller, states, waitFor, copied } = await openPanel("get_pet", {}, generated.server.id);
    expect(states.at(-1)).toMatchObject({ connected: true, hasUpstream: true });
    const { exchanges } = await call({});
    expect(exchanges).toBeUndefined();
    controller.onMessage({ type: "call", arguments: {}, capture: true });
    const { calls } = await waitFor(({ calls }) => calls.length === 2 && calls[0]?.state !== "running");
    const shown = { method: "GET", url: `${api.origin}/pet`, status: 200, responseBody: { text: '{"name":"Rex"}' } };
    const called = { state: "succeeded", exchanges: [shown] };
    expect(calls[0]).toMatchObject(called);
    const { id } = requireValue(calls[0]);
    controller.onMessage({ type: "callAgain", id });
    const again = await waitFor(({ calls }) => calls.length === 3 && calls[0]?.state !== "running");
    expect(again.calls[0]).toMatchObject(called);
    controller.onMessage({ type: "copyExchange", id, index: 0 });
    await expect.poll(() => copied.at(-1)).toMatch(/^curl -X GET 'http:\/\/127/);
  });
});
