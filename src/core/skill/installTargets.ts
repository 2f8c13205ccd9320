import * as l10n from "@vscode/l10n";
import { agentNames } from "../agents/agentNames.ts";
import { folderPathUri, joinFolderPath } from "../foundation/folderPath.ts";
import type { FolderPath, SkillRoot } from "../foundation/ports.ts";
import { getGlobalLockFile } from "./globalSkillsLock.ts";

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
  /** The lock file of skills that a service holds. */
  readonly lock: LockFolder;
  /** The lock file of skills from elsewhere. */
  readonly addedLock: LockFolder;
}

/** The folder of a lock file, which its paths are relative to. */
export interface LockFolder extends FolderPath {
  /** The user's file of the `skills` command line tool, which is elsewhere than in the folder. */
  readonly globalFile?: FolderPath;
}

/** All targets, the workspace's first. */
export function listInstallTargets(roots: readonly SkillRoot[]): readonly InstallTarget[] {
  return roots.flatMap((root) => agents.flatMap((agent) => targetsAt(root, agent)));
}

/** The folders that may hold a lock file. */
export function listLockFolders(
  roots: readonly SkillRoot[],
): readonly (Pick<SkillRoot, "scope"> & { readonly lock: LockFolder })[] {
  const all = listInstallTargets(roots).flatMap(({ scope, lock, addedLock }) => [
    { scope, lock: addedLock },
    { scope, lock },
  ]);
  return [...new Map(all.map((one) => [lockFolderUri(one.lock), one])).values()];
}

/** Identifies a lock file. */
export const lockFolderUri = (lock: LockFolder) => folderPathUri(lock.globalFile ?? lock);

export function formatAgentName(id: string): string {
  return agents.find((agent) => agent.id === id)?.name ?? id;
}

/** The skill folders of agents in a workspace. */
export const workspaceSkillFolders: readonly string[] = agents.flatMap(({ workspace }) => workspace ?? []);

function targetsAt(of: SkillRoot, agent: Agent): readonly InstallTarget[] {
  const { scope, uri, name } = of;
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
      addedLock: isUser ? { ...root, globalFile: getGlobalLockFile(of) } : root,
    },
  ];
}
