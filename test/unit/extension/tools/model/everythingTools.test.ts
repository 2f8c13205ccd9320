import { afterAll, describe, expect, test } from "vitest";
import type { ToolCall } from "../../../../../src/extension/tools/model/runningToolCall.ts";
import type { CallView } from "../../../../../src/webview/protocol/toolPanelMessages.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { bundleEverythingServer } from "../../../../support/servers/everythingServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

/** The protocol's reference server, deployed and called through the gateway. */
const served = await useServedService();
const files = [
  { path: "server.mjs", encoding: "utf8", content: await bundleEverythingServer("streamableHttp") },
  { path: "docs/instructions.md", encoding: "utf8", content: "Try everything.\n" },
] as const;
const deployed = await served.deploy("Everything", { kind: "files", files: [...files], entry: "server.mjs" });
const fixture = await createCommandFixture(served);
const connection = requireValue(fixture.app.connections.active()).id;
const key = { kind: "deployed", connection, id: deployed.server.id } as const;
afterAll(() => fixture.close());

const never = new AbortController().signal;

async function call(tool: string, given: CallView["arguments"] = {}): Promise<ToolCall> {
  const { toolCalls } = fixture.app;
  await toolCalls.call({ server: key, tool }, given);
  return requireValue(toolCalls.list({ server: key, tool })[0]);
}

describe("of server-everything, the editor", () => {
  test("reads tools and prompts, once for each deployment", async () => {
    const { mcp } = fixture.app;
    const first = await mcp.readContents(key, never);
    const tools = ["echo", "get-sum", "get-tiny-image"];
    expect(first.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(tools));
    expect(first.prompts.map(({ name }) => name)).toContain("args-prompt");
    expect(await mcp.readContents(key, never)).toBe(first);
    expect(await mcp.readContents(key, never, true)).not.toBe(first);
  });

  test("shows text, with time, size and tokens, and keeps the request without the token", async () => {
    const { view, request } = await call("echo", { message: "Hello" });
    expect(request?.body).toContain('"message":"Hello"');
    expect(JSON.stringify(request).toLowerCase()).not.toContain("bearer");
    expect(view).toMatchObject({ state: "succeeded", content: [{ kind: "text", text: "Echo: Hello" }] });
    expect(view).toMatchObject({ bytes: expect.any(Number), tokens: 10, durationMs: expect.any(Number) });
  });

  test("shows structured content, images, resources in a result, and links to resources", async () => {
    const { view } = await call("get-structured-content", { location: "Chicago" });
    expect(view.structured).toMatchObject({ temperature: expect.any(Number), conditions: expect.any(String) });
    const image = { kind: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBOR/) };
    expect((await call("get-tiny-image")).view.content).toContainEqual(image);
    const reference = await call("get-resource-reference", { resourceType: "Text", resourceId: 1 });
    expect(reference.view.content).toContainEqual(
      expect.objectContaining({ kind: "resource", uri: expect.stringContaining("demo://"), text: expect.any(String) }),
    );
    const links = await call("get-resource-links", { count: 2 });
    expect(links.view.content?.filter(({ kind }) => kind === "link")).toHaveLength(2);
  });

  test("shows progress while a call runs", async () => {
    const { toolCalls } = fixture.app;
    const subject = { server: key, tool: "trigger-long-running-operation" };
    const seen: unknown[] = [];
    const listening = toolCalls.onDidChange(() => seen.push(toolCalls.list(subject)[0]?.view.progress));
    await toolCalls.call(subject, { duration: 0.3, steps: 3 });
    listening.dispose();
    expect(seen).toContainEqual(expect.objectContaining({ progress: 2, total: 3 }));
    expect(toolCalls.list(subject)[0]?.view.state).toBe("succeeded");
  });

  test("sends what the user answers a tool, and retains nothing of it", async () => {
    const { toolCalls } = fixture.app;
    const subject = { server: key, tool: "trigger-elicitation-request" };
    const asked: string[] = [];
    const listening = toolCalls.onDidChange(() => {
      const { id = "", input } = toolCalls.list(subject)[0]?.view ?? {};
      if (!input || asked.includes(input.id)) return;
      asked.push(input.id);
      toolCalls.answerInput(id, "input_other", { action: "decline" });
      toolCalls.answerInput(id, input.id, { action: "accept", content: { name: "Ann", check: true } });
    });
    const { view } = await call(subject.tool);
    listening.dispose();
    expect(asked).toHaveLength(1);
    expect(view.input).toBeUndefined();
    expect(JSON.stringify(view.content)).toContain("Ann");
  });

  test("declines what a tool asks where no user is", async () => {
    const declined: string[] = [];
    const { result } = await fixture.app.mcp.use(
      key,
      never,
      (connection) =>
        connection.callTool(
          { name: "trigger-elicitation-request", arguments: {} },
          { signal: never, onProgress: () => {} },
        ),
      { onInputDeclined: (message) => void declined.push(message) },
    );
    expect(declined).toHaveLength(1);
    expect(JSON.stringify(result?.content)).toContain("User declined");
  });

  test("reads a resource and a prompt", async () => {
    const { mcp } = fixture.app;
    const uri = "demo://resource/dynamic/text/1";
    const read = await mcp.use(key, never, (connection) => connection.readResource(uri, never));
    expect(read.contents[0]).toMatchObject({ uri });
    const prompt = await mcp.use(key, never, (connection) =>
      connection.getPrompt("args-prompt", { city: "Rome" }, never),
    );
    expect(JSON.stringify(prompt.messages)).toContain("Rome");
  });
});
