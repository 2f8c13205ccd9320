import { describe, expect, it } from "vitest";
import { upstreamProtocol } from "../../../../../src/contract/mcp/upstreamExchange.ts";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import type { ToolCall } from "../../../../../src/extension/tools/model/runningToolCall.ts";
import { openSavedToolCalls } from "../../../../../src/extension/tools/model/savedToolCalls.ts";
import { openSavedToolTasks } from "../../../../../src/extension/tools/model/savedToolTasks.ts";
import { ToolCalls } from "../../../../../src/extension/tools/model/toolCalls.ts";
import type { ToolPanelSubject } from "../../../../../src/webview/protocol/toolPanelMessages.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const deployed = (tool: string): ToolPanelSubject => ({
  server: { kind: "deployed", connection: "local", id: "srv_1" },
  tool,
});
const byUrl: ToolPanelSubject = { server: { kind: "url", url: "http://127.0.0.1:9/mcp" }, tool: "echo" };

/** A window whose server answers with this text. */
function openWindow(options: {
  memory: ReturnType<typeof createMapMemory>;
  keeps: boolean;
  text?: string;
  /** The body of the API's answer, which the server adds for a captured call. */
  body?: string;
}) {
  const { memory, keeps, text = "hello", body } = options;
  const saved = openSavedToolCalls(memory, () => ({ keepToolCalls: keeps }));
  const exchange = { method: "GET", url: "http://127.0.0.1:9/pets", requestHeaders: {}, responseHeaders: {}, ms: 1 };
  const captured = body && { _meta: { [upstreamProtocol.exchanges]: [{ ...exchange, responseBody: { text: body } }] } };
  const result = { content: [{ type: "text" as const, text }], ...captured };
  const request = { method: "POST" as const, url: new URL("http://127.0.0.1:9/mcp"), headers: {}, body: undefined };
  return new ToolCalls({
    saved,
    tasks: openSavedToolTasks(memory),
    polling: createPolling({ refreshMs: () => 0 }),
    now: () => 0,
    mcp: { use: async () => ({ result, request }) as never },
  });
}

const shown = (calls: readonly ToolCall[]) => calls.map(({ view }) => [view.arguments, view.state, view.content]);

describe("the kept calls of tools", () => {
  it("are there in the next window", async () => {
    const memory = createMapMemory();
    const first = openWindow({ memory, keeps: true });
    await first.call(deployed("echo"), { text: "a" });
    await first.call(deployed("echo"), { text: "b" });
    await first.call(deployed("other"), { text: "c" });
    const next = openWindow({ memory, keeps: true });
    expect(shown(next.list(deployed("echo")))).toEqual([
      [{ text: "b" }, "succeeded", [{ kind: "text", text: "hello" }]],
      [{ text: "a" }, "succeeded", [{ kind: "text", text: "hello" }]],
    ]);
    await next.call(deployed("echo"), { text: "d" });
    const last = openWindow({ memory, keeps: true });
    expect([last.list(deployed("echo")).length, last.list(deployed("other")).length]).toEqual([3, 1]);
  });

  it("are not shown after the user keeps none, and deleted by the next call", async () => {
    const memory = createMapMemory();
    await openWindow({ memory, keeps: true }).call(deployed("echo"), { text: "a" });
    const next = openWindow({ memory, keeps: false });
    expect(next.list(deployed("echo"))).toEqual([]);
    await next.call(deployed("other"), {});
    expect([...memory.values]).toEqual([]);
  });

  it("are not written unless the user keeps them, and never of a server that the window is connected to by URL", async () => {
    const memory = createMapMemory();
    await openWindow({ memory, keeps: false }).call(deployed("echo"), { text: "a" });
    await openWindow({ memory, keeps: true }).call(byUrl, { text: "a" });
    expect([...memory.values]).toEqual([]);
  });

  it("have what a captured call exchanged with the API", async () => {
    const memory = createMapMemory();
    await openWindow({ memory, keeps: true, body: "[]" }).call(deployed("echo"), {}, true);
    const [kept] = openWindow({ memory, keeps: true }).list(deployed("echo"));
    expect(kept?.view.exchanges).toMatchObject([{ responseBody: { text: "[]" } }]);
  });

  const long = "x".repeat(20_000);
  const omitted = (what: string) => ({ kind: "omitted", why: `${what} larger than 20 kB.` });
  const withoutResult = omitted("The result was not kept, because it is");
  const withoutExchange = omitted("The HTTP request and response were not kept, because the call is");

  it.each([
    ["a result", { text: long }, [withoutResult]],
    ["an HTTP response, but not the result", { body: long }, [{ kind: "text", text: "hello" }, withoutExchange]],
    ["a result and an HTTP response", { text: long, body: long }, [withoutResult, withoutExchange]],
  ])("omit %s of more than 20 kB and say so", async (_what, answer, content) => {
    const memory = createMapMemory();
    await openWindow({ memory, keeps: true, ...answer }).call(deployed("echo"), { text: "a" }, "body" in answer);
    const calls = openWindow({ memory, keeps: true }).list(deployed("echo"));
    expect(shown(calls)).toEqual([[{ text: "a" }, "succeeded", content]]);
    expect(calls[0]?.view.exchanges).toBeUndefined();
  });

  it("do not include a call with arguments of more than 20 kB", async () => {
    const memory = createMapMemory();
    const window = openWindow({ memory, keeps: true });
    await window.call(deployed("echo"), { text: "x".repeat(20_000) });
    expect(window.list(deployed("echo")).length).toBe(1);
    expect(openWindow({ memory, keeps: true }).list(deployed("echo"))).toEqual([]);
  });

  it("are of at most 20 tools, those called last", async () => {
    const memory = createMapMemory();
    const window = openWindow({ memory, keeps: true });
    for (let number = 0; number <= 20; number += 1) await window.call(deployed(`tool ${number}`), {});
    const next = openWindow({ memory, keeps: true });
    expect([0, 1, 20].map((number) => next.list(deployed(`tool ${number}`)).length)).toEqual([0, 1, 1]);
  });

  it("do not stop the page when the editor's memory has something else", () => {
    const memory = createMapMemory(new Map([["workspace toolCalls", '[{"key":1}]']]));
    expect(openWindow({ memory, keeps: true }).list(deployed("echo"))).toEqual([]);
  });
});
