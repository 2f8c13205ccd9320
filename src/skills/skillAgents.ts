import * as l10n from "@vscode/l10n";
import { agentNames } from "./agentNames.ts";

/** An agent that reads skills. */
export interface SkillAgent {
  readonly id: string;
  readonly name: string;
  /** The folders of the agent's skills, relative to a workspace folder and to the home folder. */
  readonly workspace?: string;
  readonly user?: string;
  /** Other agents that read the folder. */
  readonly alsoReadBy?: string;
}

/** Agents that are always offered. */
export const commonAgents: readonly SkillAgent[] = [
  { id: "github-copilot", name: agentNames["github-copilot"], workspace: ".github/skills", user: ".copilot/skills" },
  {
    id: "claude-code",
    name: agentNames["claude-code"],
    workspace: ".claude/skills",
    user: ".claude/skills",
    alsoReadBy: "GitHub Copilot",
  },
  {
    id: "agents",
    name: l10n.t("Codex and other agents"),
    workspace: ".agents/skills",
    user: ".agents/skills",
    alsoReadBy: "GitHub Copilot, Gemini CLI",
  },
];

/** Agents with a folder of their own, by the page that documents it. Those that read only `.agents/skills` are not here. */
export const otherAgents: readonly SkillAgent[] = [
  // https://developers.openai.com/codex/skills
  { id: "codex", name: l10n.t("Codex (older versions)"), user: ".codex/skills" },
  // https://docs.augmentcode.com/cli/skills
  { id: "augment", name: "Augment", workspace: ".augment/skills", user: ".augment/skills" },
  // https://help.syncfusion.com/code-studio/customization/skills
  { id: "codestudio", name: "Code Studio", workspace: ".codestudio/skills", user: ".codestudio/skills" },
  // https://github.com/charmbracelet/crush#agent-skills
  { id: "crush", name: "Crush", workspace: ".crush/skills", user: ".config/crush/skills" },
  // https://cursor.com/docs/context/skills
  { id: "cursor", name: agentNames.cursor, workspace: ".cursor/skills", user: ".cursor/skills" },
  // https://docs.factory.ai/cli/configuration/skills
  { id: "droid", name: "Droid", workspace: ".factory/skills", user: ".factory/skills" },
  // https://geminicli.com/docs/cli/using-agent-skills/
  { id: "gemini-cli", name: agentNames["gemini-cli"], workspace: ".gemini/skills", user: ".gemini/skills" },
  // https://block.github.io/goose/docs/guides/context-engineering/using-skills
  { id: "goose", name: "Goose", workspace: ".goose/skills", user: ".config/goose/skills" },
  // https://kiro.dev/docs/skills/
  { id: "kiro-cli", name: "Kiro CLI", workspace: ".kiro/skills", user: ".kiro/skills" },
  // https://docs.mistral.ai/vibe/code/cli/skills
  { id: "mistral-vibe", name: "Mistral Vibe", workspace: ".vibe/skills", user: ".vibe/skills" },
  // https://opencode.ai/docs/skills/
  { id: "opencode", name: "OpenCode", workspace: ".opencode/skills", user: ".config/opencode/skills" },
  // https://docs.qoder.com/extensions/skills
  { id: "qoder", name: "Qoder", workspace: ".qoder/skills", user: ".qoder/skills" },
  // https://qwenlm.github.io/qwen-code-docs/en/users/features/skills/
  { id: "qwen-code", name: "Qwen Code", workspace: ".qwen/skills", user: ".qwen/skills" },
  // https://docs.roocode.com/features/skills
  { id: "roo", name: "Roo Code", workspace: ".roo/skills", user: ".roo/skills" },
  // https://docs.windsurf.com/windsurf/cascade/skills
  { id: "windsurf", name: agentNames.windsurf, workspace: ".windsurf/skills", user: ".codeium/windsurf/skills" },
  // https://github.com/vercel-labs/skills/blob/main/docs/agents.md
  { id: "adal", name: "AdaL", workspace: ".adal/skills", user: ".adal/skills" },
  { id: "aider-desk", name: "AiderDesk", workspace: ".aider-desk/skills", user: ".aider-desk/skills" },
  { id: "amp", name: "Amp", user: ".config/agents/skills" },
  { id: "antigravity", name: "Antigravity", user: ".gemini/antigravity/skills" },
  { id: "antigravity-cli", name: "Antigravity CLI", user: ".gemini/antigravity-cli/skills" },
  { id: "astrbot", name: "AstrBot", user: ".astrbot/data/skills" },
  { id: "autohand-code", name: "Autohand Code CLI", workspace: ".autohand/skills", user: ".autohand/skills" },
  { id: "codearts-agent", name: "CodeArts Agent", workspace: ".codeartsdoer/skills", user: ".codeartsdoer/skills" },
  { id: "codebuddy", name: "CodeBuddy", workspace: ".codebuddy/skills", user: ".codebuddy/skills" },
  { id: "codemaker", name: "Codemaker", workspace: ".codemaker/skills", user: ".codemaker/skills" },
  { id: "command-code", name: "Command Code", workspace: ".commandcode/skills", user: ".commandcode/skills" },
  { id: "continue", name: "Continue", workspace: ".continue/skills", user: ".continue/skills" },
  { id: "cortex", name: "Cortex Code", workspace: ".cortex/skills", user: ".snowflake/cortex/skills" },
  { id: "deepagents", name: "Deep Agents", user: ".deepagents/agent/skills" },
  { id: "devin", name: "Devin for Terminal", workspace: ".devin/skills", user: ".config/devin/skills" },
  { id: "firebender", name: "Firebender", user: ".firebender/skills" },
  { id: "forgecode", name: "ForgeCode", workspace: ".forge/skills", user: ".forge/skills" },
  { id: "grok", name: "Grok Build", workspace: ".grok/skills", user: ".grok/skills" },
  { id: "hermes-agent", name: "Hermes Agent", workspace: ".hermes/skills", user: ".hermes/skills" },
  { id: "bob", name: "IBM Bob", workspace: ".bob/skills", user: ".bob/skills" },
  { id: "iflow-cli", name: "iFlow CLI", workspace: ".iflow/skills", user: ".iflow/skills" },
  { id: "inference-sh", name: "inference.sh", workspace: ".inferencesh/skills", user: ".inferencesh/skills" },
  { id: "jazz", name: "Jazz", workspace: ".jazz/skills", user: ".jazz/skills" },
  { id: "junie", name: "Junie", workspace: ".junie/skills", user: ".junie/skills" },
  { id: "kilo", name: "Kilo Code", user: ".kilo/skills" },
  { id: "kimchi", name: "Kimchi", workspace: ".kimchi/skills", user: ".config/kimchi/harness/skills" },
  { id: "kode", name: "Kode", workspace: ".kode/skills", user: ".kode/skills" },
  { id: "lingma", name: "Lingma", workspace: ".lingma/skills", user: ".lingma/skills" },
  { id: "mcpjam", name: "MCPJam", workspace: ".mcpjam/skills", user: ".mcpjam/skills" },
  { id: "minimax-code", name: "MiniMax Code", workspace: ".minimax/skills", user: ".minimax/skills" },
  { id: "moxby", name: "Moxby", workspace: ".moxby/skills", user: ".moxby/skills" },
  { id: "mux", name: "Mux", workspace: ".mux/skills", user: ".mux/skills" },
  { id: "neovate", name: "Neovate", workspace: ".neovate/skills", user: ".neovate/skills" },
  { id: "ona", name: "Ona", workspace: ".ona/skills", user: ".ona/skills" },
  { id: "openclaw", name: "OpenClaw", user: ".openclaw/skills" },
  { id: "openhands", name: "OpenHands", workspace: ".openhands/skills", user: ".openhands/skills" },
  { id: "pochi", name: "Pochi", workspace: ".pochi/skills", user: ".pochi/skills" },
  {
    id: "posit-assistant",
    name: "Posit Assistant",
    workspace: ".posit/assistant/skills",
    user: ".posit/assistant/skills",
  },
  { id: "qoder-cn", name: "Qoder CN", user: ".qoder-cn/skills" },
  { id: "reasonix", name: "Reasonix", workspace: ".reasonix/skills", user: ".reasonix/skills" },
  { id: "rovodev", name: "Rovo Dev", workspace: ".rovodev/skills", user: ".rovodev/skills" },
  { id: "tabnine-cli", name: "Tabnine CLI", workspace: ".tabnine/agent/skills", user: ".tabnine/agent/skills" },
  { id: "terramind", name: "Terramind", workspace: ".terramind/skills", user: ".terramind/skills" },
  { id: "tinycloud", name: "Tinycloud", workspace: ".tinycloud/skills", user: ".tinycloud/skills" },
  { id: "trae", name: "Trae", workspace: ".trae/skills", user: ".trae/skills" },
  { id: "trae-cn", name: "Trae CN", user: ".trae-cn/skills" },
  { id: "zcode", name: "ZCode", workspace: ".zcode/skills", user: ".zcode/skills" },
  { id: "zencoder", name: "Zencoder", workspace: ".zencoder/skills", user: ".zencoder/skills" },
];
