import * as vscode from "vscode";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import type { McpServer, McpServerList } from "../../server/model/mcpServers.ts";
import { toAbortSignal } from "./toAbortSignal.ts";

/** Provides the deployed servers to VS Code's list of MCP servers. */
export class McpProvider implements vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> {
  readonly #loadServerList: () => Promise<McpServerList>;
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  /** By URL, because VS Code hands back a definition with the same URL. */
  #servers: ReadonlyMap<string, McpServer> = new Map();

  constructor(loadServerList: () => Promise<McpServerList>, changes: vscode.Event<void>) {
    this.#loadServerList = loadServerList;
    this.onDidChangeMcpServerDefinitions = changes;
  }

  async provideMcpServerDefinitions(token: vscode.CancellationToken): Promise<vscode.McpHttpServerDefinition[]> {
    const servers = await (await this.#loadServerList()).list(toAbortSignal(token));
    this.#servers = new Map(servers.map((server) => [vscode.Uri.parse(server.url).toString(), server]));
    return servers.map(
      ({ label, url, version }) =>
        new vscode.McpHttpServerDefinition(toVisibleText(label), vscode.Uri.parse(url), {}, version),
    );
  }

  async resolveMcpServerDefinition(
    definition: vscode.McpHttpServerDefinition,
    token: vscode.CancellationToken,
  ): Promise<vscode.McpHttpServerDefinition | undefined> {
    const server = this.#servers.get(definition.uri.toString());
    const authorization = server && (await (await this.#loadServerList()).authorize(server, toAbortSignal(token)));
    if (authorization === undefined) return undefined;
    // A new definition, because VS Code caches the listed one and the token is for this start only.
    const { label, uri, headers, version } = definition;
    return new vscode.McpHttpServerDefinition(label, uri, { ...headers, Authorization: authorization }, version);
  }
}
