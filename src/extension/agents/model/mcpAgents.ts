import { type AgentId, agentNames } from "../../../skills/agentNames.ts";

export type AgentScope = "workspace" | "user";

/** The folder that a path of the table is relative to. */
export type AgentFolder =
  | "workspace"
  | "home"
  /** `%APPDATA%` */
  | "appData"
  /** `$XDG_CONFIG_HOME`, `~/.config` by default. */
  | "config"
  /** `$CODEX_HOME`, `~/.codex` by default. */
  | "codexHome"
  /** `$COPILOT_HOME`, `~/.copilot` by default. */
  | "copilotHome"
  /** The folder `User` of this editor. */
  | "editorUser";

export type AgentPath = readonly [folder: AgentFolder, path: string];
export type Platform = "darwin" | "linux" | "win32";

/** A program that an agent starts. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export type AgentEntry = Readonly<Record<string, unknown>>;

/** How the configuration of an agent names MCP servers. */
export interface McpAgent {
  readonly id: AgentId;
  /** The page that the row was taken from. */
  readonly documentation: string;
  readonly format: "json" | "toml";
  /** The key of the servers in the file. */
  readonly key: string;
  /** The agents that read the file, where it is not that of one. */
  readonly readBy?: readonly AgentId[];
  readonly workspace?: AgentPath;
  readonly user?: AgentPath | Partial<Readonly<Record<Platform, AgentPath>>>;
  /** An entry of a URL; absent: the agent has only programs in its file, or it cannot sign in by OAuth. */
  readonly urlEntry?: (url: string) => AgentEntry;
  readonly commandEntry: (command: StdioCommand) => AgentEntry;
  /** What a new entry has besides. What the user makes of it stays. */
  readonly initial?: AgentEntry;
  /** What remains to do in the agent: a command of its own, with the name of the entry. */
  readonly signIn?: (name: string) => string;
}

const plain = (command: StdioCommand): AgentEntry => ({ ...command });
const typed = (command: StdioCommand): AgentEntry => ({ type: "stdio", ...command });
const httpEntry = (url: string): AgentEntry => ({ type: "http", url });
export const onlyUrl = (url: string): AgentEntry => ({ url });

const mcpServersInJson = { format: "json", key: "mcpServers" } as const;

export const mcpAgents: readonly McpAgent[] = [
  {
    // The file that all agents of VS Code read: microsoft/vscode, issue 332782.
    id: "portable",
    documentation: "https://code.visualstudio.com/docs/agents/reference/mcp-configuration",
    ...mcpServersInJson,
    urlEntry: httpEntry,
    commandEntry: typed,
    workspace: ["workspace", ".mcp.json"],
    readBy: ["vscode", "claude-code", "github-copilot", "copilot-cli"],
  },
  {
    id: "vscode",
    documentation: "https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
    format: "json",
    key: "servers",
    urlEntry: httpEntry,
    commandEntry: typed,
    workspace: ["workspace", ".vscode/mcp.json"],
    user: ["editorUser", "mcp.json"],
  },
  {
    id: "claude-code",
    documentation: "https://code.claude.com/docs/en/mcp",
    ...mcpServersInJson,
    urlEntry: httpEntry,
    commandEntry: typed,
    user: ["home", ".claude.json"],
    signIn: () => "/mcp",
  },
  {
    id: "copilot-cli",
    documentation: "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers",
    ...mcpServersInJson,
    urlEntry: httpEntry,
    commandEntry: (command) => ({ type: "local", ...command }),
    initial: { tools: ["*"] },
    user: ["copilotHome", "mcp-config.json"],
  },
  {
    // Servers with a URL are connectors of the account, not entries of the file.
    id: "claude-desktop",
    documentation: "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
    ...mcpServersInJson,
    commandEntry: plain,
    user: {
      darwin: ["home", "Library/Application Support/Claude/claude_desktop_config.json"],
      win32: ["appData", "Claude/claude_desktop_config.json"],
    },
  },
  {
    id: "cursor",
    documentation: "https://cursor.com/docs/mcp",
    ...mcpServersInJson,
    urlEntry: onlyUrl,
    commandEntry: plain,
    workspace: ["workspace", ".cursor/mcp.json"],
    user: ["home", ".cursor/mcp.json"],
  },
  {
    id: "codex",
    documentation: "https://developers.openai.com/codex/mcp",
    format: "toml",
    key: "mcp_servers",
    urlEntry: onlyUrl,
    commandEntry: plain,
    workspace: ["workspace", ".codex/config.toml"],
    user: ["codexHome", "config.toml"],
    signIn: (name) => `codex mcp login ${name}`,
  },
  {
    id: "gemini-cli",
    documentation: "https://geminicli.com/docs/tools/mcp-server",
    ...mcpServersInJson,
    commandEntry: plain,
    urlEntry: (httpUrl) => ({ httpUrl }),
    workspace: ["workspace", ".gemini/settings.json"],
    user: ["home", ".gemini/settings.json"],
    signIn: (name) => `/mcp auth ${name}`,
  },
  {
    id: "windsurf",
    documentation: "https://docs.windsurf.com/windsurf/cascade/mcp",
    ...mcpServersInJson,
    commandEntry: plain,
    urlEntry: (serverUrl) => ({ serverUrl }),
    user: ["home", ".codeium/windsurf/mcp_config.json"],
  },
  {
    id: "zed",
    documentation: "https://zed.dev/docs/ai/mcp",
    format: "json",
    key: "context_servers",
    urlEntry: onlyUrl,
    commandEntry: plain,
    workspace: ["workspace", ".zed/settings.json"],
    user: {
      darwin: ["home", ".config/zed/settings.json"],
      linux: ["config", "zed/settings.json"],
      win32: ["appData", "Zed/settings.json"],
    },
  },
  {
    id: "cline",
    documentation: "https://docs.cline.bot/mcp/configuring-mcp-servers",
    ...mcpServersInJson,
    commandEntry: typed,
    urlEntry: (url) => ({ type: "streamableHttp", url }),
    user: ["editorUser", "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"],
  },
  {
    id: "cline-cli",
    documentation: "https://docs.cline.bot/mcp/mcp-overview",
    ...mcpServersInJson,
    commandEntry: typed,
    urlEntry: (url) => ({ type: "streamableHttp", url }),
    user: ["home", ".cline/data/settings/cline_mcp_settings.json"],
  },
];

export function findMcpAgent(id: string): McpAgent | undefined {
  return mcpAgents.find((agent) => agent.id === id);
}

/** The name of an agent; its id if this Fairlead does not know it. */
export function formatMcpAgent(id: string): string {
  const agent = findMcpAgent(id);
  return agent ? agentNames[agent.id] : id;
}
