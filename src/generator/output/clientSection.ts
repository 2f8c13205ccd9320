/** How an MCP client reaches a server: at its URL, or as a program that it starts. */
export type McpClientTarget =
  | { readonly type: "http"; readonly url: string }
  | { readonly type: "stdio"; readonly command: string; readonly args: readonly string[] };

/** In place of the folder that the user has the server in. Not each client knows the folder of a command. */
export const folderPlaceholder = "/path/to/this/folder";

/** Formats the configurations of MCP clients as Markdown, for each way to reach the server. */
export function formatClientSection(name: string, targets: readonly McpClientTarget[]): string {
  return [
    "VS Code, in `.vscode/mcp.json`:",
    ...targets.map((target) => formatConfiguration({ servers: { [name]: target } })),
    "Claude Code:",
    `\`\`\`sh\n${targets.map((target) => formatClaudeCommand(name, target)).join("\n")}\n\`\`\``,
    "Many other clients:",
    ...targets.map(({ type, ...target }) => formatConfiguration({ mcpServers: { [name]: target } })),
  ].join("\n\n");
}

const formatConfiguration = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function formatClaudeCommand(name: string, target: McpClientTarget): string {
  const address = target.type === "http" ? [target.url] : ["--", target.command, ...target.args];
  return ["claude mcp add --transport", target.type, name, ...address.map(quoteArgument)].join(" ");
}

/** Quotes an argument for a shell, if it needs it. */
export const quoteArgument = (text: string) =>
  /^[\w.:=/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
