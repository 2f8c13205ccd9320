import * as l10n from "@vscode/l10n";
import { agentNames } from "../agents/agentNames.ts";
import { joinFolderPath } from "../foundation/folderPath.ts";
import type { FolderPath, SkillRoot } from "../foundation/ports.ts";

interface Agent {
  readonly id: string;
  readonly name: string;
  /** The folders of the agent's skills, relative to a workspace folder and to the home folder. */
  readonly workspace?: string;
  readonly user?: string;
  /** Other agents that read the folder. */
  readonly alsoReadBy?: string;
}

/** Agents and their folders, from their documentation. */
const agents: readonly Agent[] = [
  { id: "github-copilot", name: agentNames["github-copilot"], workspace: ".github/skills", user: ".copilot/skills" },
  {
    ...{ id: "claude-code", name: agentNames["claude-code"], workspace: ".claude/skills", user: ".claude/skills" },
    alsoReadBy: "GitHub Copilot",
  },
  {
    ...{ id: "agents", name: l10n.t("Codex and other agents"), workspace: ".agents/skills", user: ".agents/skills" },
    alsoReadBy: "GitHub Copilot, Gemini CLI",
  },
  { id: "codex", name: l10n.t("Codex (older versions)"), user: ".codex/skills" },
];

/** An agent's folder that a skill can be installed into. */
export interface InstallTarget {
  readonly scope: SkillRoot["scope"];
  readonly agent: string;
  /** `Claude Code`. */
  readonly name: string;
  /** `.claude/skills`, `~/.claude/skills`. */
  readonly label: string;
  readonly alsoReadBy: string | undefined;
  /** The workspace folder's name; undefined for the home folder. */
  readonly rootName: string | undefined;
  /** The agent's folder, with one folder per skill. */
  readonly skills: FolderPath;
  /** The folder of the lock file. */
  readonly lock: FolderPath;
}

/** All targets, the workspace's first. */
export function listInstallTargets(roots: readonly SkillRoot[]): readonly InstallTarget[] {
  return roots.flatMap((root) => agents.flatMap((agent) => targetsAt(root, agent)));
}

/** The folders that may hold a lock file. */
export function listLockFolders(
  roots: readonly SkillRoot[],
): readonly (Pick<SkillRoot, "scope"> & { readonly lock: FolderPath })[] {
  const known = new Map(
    listInstallTargets(roots).map(({ scope, lock }) => [`${lock.root} ${lock.path}`, { scope, lock }]),
  );
  return [...known.values()];
}

export function formatAgentName(id: string): string {
  return agents.find((agent) => agent.id === id)?.name ?? id;
}

/** The skill folders of agents in a workspace. */
export const workspaceSkillFolders: readonly string[] = agents.flatMap(({ workspace }) => workspace ?? []);

function targetsAt({ scope, uri, name }: SkillRoot, agent: Agent): readonly InstallTarget[] {
  const path = agent[scope];
  if (path === undefined) return [];
  const isUser = scope === "user";
  const root = { root: uri, path: "" };
  return [
    {
      ...{ scope, agent: agent.id, name: agent.name, alsoReadBy: agent.alsoReadBy },
      label: isUser ? `~/${path}` : path,
      rootName: isUser ? undefined : name,
      skills: joinFolderPath(root, path),
      // The user's lock file is beside the skills folder, because a home folder is not a project.
      lock: isUser ? joinFolderPath(root, path.slice(0, path.lastIndexOf("/"))) : root,
    },
  ];
}
