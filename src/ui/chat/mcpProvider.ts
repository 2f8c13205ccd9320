import * as vscode from "vscode";
import type { McpServerList } from "../../core/server/mcpServerList.ts";
import type { McpServer } from "../../core/server/mcpServers.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";
import { toAbortSignal } from "./toAbortSignal.ts";

/** The deployed servers, for VS Code's own list of MCP servers. */
export class McpProvider implements vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition> {
  readonly #offer: () => Promise<McpServerList>;
  readonly onDidChangeMcpServerDefinitions: vscode.Event<void>;
  /** By URL, which a definition keeps when VS Code hands it back. */
  #known: ReadonlyMap<string, McpServer> = new Map();

  constructor(offer: () => Promise<McpServerList>, changes: vscode.Event<void>) {
    this.#offer = offer;
    this.onDidChangeMcpServerDefinitions = changes;
  }

  async provideMcpServerDefinitions(token: vscode.CancellationToken): Promise<vscode.McpHttpServerDefinition[]> {
    const servers = await (await this.#offer()).list(toAbortSignal(token));
    this.#known = new Map(servers.map((server) => [vscode.Uri.parse(server.url).toString(), server]));
    return servers.map(
      ({ label, url, version }) =>
        new vscode.McpHttpServerDefinition(toVisibleText(label), vscode.Uri.parse(url), {}, version),
    );
  }

  async resolveMcpServerDefinition(
    definition: vscode.McpHttpServerDefinition,
    token: vscode.CancellationToken,
  ): Promise<vscode.McpHttpServerDefinition | undefined> {
    const server = this.#known.get(definition.uri.toString());
    const authorization = server && (await (await this.#offer()).authorize(server, toAbortSignal(token)));
    if (authorization === undefined) return undefined;
    // Another one: the editor keeps what it was given, and a token is for this start alone.
    const { label, uri, headers, version } = definition;
    return new vscode.McpHttpServerDefinition(label, uri, { ...headers, Authorization: authorization }, version);
  }
}
