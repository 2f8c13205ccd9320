import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { McpServerList } from "../../src/extension/server/model/mcpServers.ts";
import { McpProvider } from "../../src/extension/vscode/chat/mcpProvider.ts";

const url = "http://127.0.0.1:4321/mcp/srv_1";
const offer = (authorization: string | undefined): McpServerList => ({
  list: async () => [{ serverId: "srv_1", label: "Tiny", url, version: "1.0.0 dep_1" }],
  authorize: async ({ serverId }) => authorization && `${authorization} ${serverId}`,
});
const noChanges = new vscode.EventEmitter<void>().event;
const token = new vscode.CancellationTokenSource().token;

describe("the MCP servers", () => {
  it("have name, URL and version, and a token only when they are started", async () => {
    const provider = new McpProvider(async () => offer("Bearer"), noChanges);
    const [definition] = await provider.provideMcpServerDefinitions(token);
    assert.ok(definition);
    assert.deepEqual(
      [definition.label, definition.uri.toString(true), definition.version, definition.headers],
      ["Tiny", url, "1.0.0 dep_1", {}],
    );
    const resolved = await provider.resolveMcpServerDefinition(definition, token);
    assert.deepEqual(resolved?.headers, { Authorization: "Bearer srv_1" });
  });

  it("are not started if the user cancels the connection", async () => {
    const provider = new McpProvider(async () => offer(undefined), noChanges);
    const [definition] = await provider.provideMcpServerDefinitions(token);
    assert.ok(definition);
    assert.equal(await provider.resolveMcpServerDefinition(definition, token), undefined);
  });

  it("are read again after a deployment", async () => {
    const changes = new vscode.EventEmitter<void>();
    const provider = new McpProvider(async () => offer("Bearer"), changes.event);
    let changeCount = 0;
    provider.onDidChangeMcpServerDefinitions(() => {
      changeCount += 1;
    });
    changes.fire();
    assert.equal(changeCount, 1);
  });
});
