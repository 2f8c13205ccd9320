import type { McpAgent } from "../../../src/extension/agents/model/mcpAgents.ts";

interface AgentFolders {
  readonly home: string;
  /** The model. */
  readonly modelUrl: string;
  /** The name of the entry. */
  readonly entry: string;
}

/** How a real agent is started without a user, as far as its documentation says. */
export interface RealAgent {
  readonly id: McpAgent["id"];
  readonly program: string;
  /** The file in the home that has the entry. */
  readonly file: string;
  /** What the file has besides. */
  readonly content: (folders: AgentFolders) => string;
  readonly environment: (folders: AgentFolders) => Readonly<Record<string, string>>;
  /** A command of a shell, because it wants a terminal, and what it prints at the end. Absent: it logs in on its own screen only. */
  readonly logIn?: { readonly command: (folders: AgentFolders) => string; readonly done: RegExp };
  /** With what allows its tools, as its user does when it asks. */
  readonly listArguments: (folders: AgentFolders) => readonly string[];
  /** The same without: it may not ask, so it refuses. */
  readonly refusedArguments: (folders: AgentFolders) => readonly string[];
  /** It reads `.mcp.json` of its folder. */
  readonly isPortable?: boolean;
}

/** Its user has allowed the servers of `.mcp.json`. */
const claude = (entry: string) => [
  ...["--print", "--output-format", "json", "--model", "m", "--permission-mode", "dontAsk"],
  ...["--settings", JSON.stringify({ enabledMcpjsonServers: [entry] })],
];
const codex = ["exec", "--json", "--skip-git-repo-check", "--ephemeral", "--sandbox", "read-only"];
const gemini = ["--model", "m", "--output-format", "json", "--skip-trust"];
const copilot = ["--prompt", "Call echo.", "--trust-folder"];

export const realAgents: readonly RealAgent[] = [
  {
    id: "claude-code",
    program: "claude",
    file: ".claude.json",
    content: () => "{}",
    environment: ({ modelUrl }) => ({
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: "test",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      ENABLE_TOOL_SEARCH: "false",
    }),
    logIn: { command: ({ entry }) => `claude mcp login ${entry}`, done: /Authenticated with/ },
    listArguments: ({ entry }) => [...claude(entry), "--allowedTools", `mcp__${entry}`],
    refusedArguments: ({ entry }) => claude(entry),
    isPortable: true,
  },
  {
    id: "codex",
    program: "codex",
    file: ".codex/config.toml",
    content: ({ modelUrl }) =>
      [
        'model = "m"\nmodel_provider = "test"\ncheck_for_update_on_startup = false',
        "[analytics]\nenabled = false",
        `[model_providers.test]\nname = "Test"\nbase_url = "${modelUrl}/v1"\nenv_key = "TEST_KEY"\nwire_api = "responses"\n`,
      ].join("\n"),
    environment: ({ home }) => ({ CODEX_HOME: `${home}/.codex`, TEST_KEY: "test" }),
    logIn: { command: ({ entry }) => `codex mcp login ${entry}`, done: /Successfully logged in/ },
    listArguments: ({ entry }) => [...codex, "-c", `mcp_servers.${entry}.default_tools_approval_mode="approve"`, "-"],
    refusedArguments: () => [...codex, "-"],
  },
  {
    id: "gemini-cli",
    program: "gemini",
    file: ".gemini/settings.json",
    content: () =>
      JSON.stringify({
        security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      }),
    environment: ({ modelUrl }) => ({ GEMINI_API_KEY: "test", GOOGLE_GEMINI_BASE_URL: modelUrl }),
    listArguments: () => [...gemini, "--approval-mode", "yolo"],
    refusedArguments: () => gemini,
  },
  {
    id: "copilot-cli",
    program: "copilot",
    file: ".copilot/mcp-config.json",
    content: () => "{}",
    environment: ({ modelUrl }) => ({
      COPILOT_OFFLINE: "true",
      COPILOT_AUTO_UPDATE: "false",
      COPILOT_PROVIDER_BASE_URL: modelUrl,
      COPILOT_PROVIDER_TYPE: "anthropic",
      COPILOT_PROVIDER_API_KEY: "test",
      COPILOT_MODEL: "m",
    }),
    listArguments: ({ entry }) => [...copilot, "--allow-tool", entry],
    refusedArguments: () => copilot,
    isPortable: true,
  },
];
