/** Agents by their ids; skills and MCP servers name the same agents. */
export const agentNames = {
  portable: "VS Code, Claude Code, Copilot",
  vscode: "VS Code",
  "github-copilot": "GitHub Copilot",
  "copilot-cli": "GitHub Copilot CLI",
  "claude-code": "Claude Code",
  "claude-desktop": "Claude Desktop",
  cursor: "Cursor",
  codex: "Codex",
  "gemini-cli": "Gemini CLI",
  windsurf: "Windsurf",
  zed: "Zed",
  cline: "Cline",
  "cline-cli": "Cline CLI",
} as const;

export type AgentId = keyof typeof agentNames;
