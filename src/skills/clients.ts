/** The clients whose ways with skills are known here. */
export const clients = [
  { client: "vscode", name: "VS Code" },
  { client: "claude-code", name: "Claude Code" },
  { client: "codex", name: "Codex" },
  { client: "cursor", name: "Cursor" },
  { client: "gemini-cli", name: "Gemini CLI" },
  { client: "opencode", name: "OpenCode" },
] as const;
