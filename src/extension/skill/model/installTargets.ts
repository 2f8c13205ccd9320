import { commonAgents, otherAgents, type SkillAgent } from "../../../skills/skillAgents.ts";
import { folderPathUri, joinFolderPath } from "../../base/folderPath.ts";
import type { FolderPath, SkillFolders, SkillRoot } from "../../base/skillFolders.ts";

const agents = [...commonAgents, ...otherAgents];

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
  /** The folder of the lock file, which its paths are relative to. */
  readonly lock: FolderPath;
}

/** All targets, the workspace's first. */
export function listInstallTargets(roots: readonly SkillRoot[]): readonly InstallTarget[] {
  return roots.flatMap((root) => agents.flatMap((agent) => targetsAt(root, agent)));
}

/** The targets of the common agents, and those of agents that have a folder on this machine or in the workspace. */
export async function findInstallTargets(folders: SkillFolders): Promise<readonly InstallTarget[]> {
  const all = listInstallTargets(folders.roots());
  const hasFolder = async ({ skills }: InstallTarget) => {
    const path = skills.path.slice(0, skills.path.lastIndexOf("/"));
    return folders.isFolder({ root: skills.root, path });
  };
  const exist = await Promise.all(all.map(hasFolder));
  const found = new Set(all.flatMap(({ scope, agent }, index) => (exist[index] && scope === "user" ? agent : [])));
  const isCommon = (agent: string) => commonAgents.some(({ id }) => id === agent);
  return all.filter(({ agent }, index) => isCommon(agent) || found.has(agent) || exist[index]);
}

/** The folders that may hold a lock file. */
export function listLockFolders(roots: readonly SkillRoot[]): readonly Pick<InstallTarget, "lock" | "scope">[] {
  const all = listInstallTargets(roots).map(({ scope, lock }) => ({ scope, lock }));
  return [...new Map(all.map((one) => [folderPathUri(one.lock), one])).values()];
}

export function formatAgentName(id: string): string {
  return agents.find((agent) => agent.id === id)?.name ?? id;
}

/** The skill folders of the common agents in a workspace. */
export const workspaceSkillFolders: readonly string[] = commonAgents.flatMap(({ workspace }) => workspace ?? []);

function targetsAt({ scope, uri, name }: SkillRoot, agent: SkillAgent): readonly InstallTarget[] {
  const path = agent[scope];
  if (path === undefined) return [];
  const isUser = scope === "user";
  const root = { root: uri, path: "" };
  return [
    {
      scope,
      agent: agent.id,
      name: agent.name,
      alsoReadBy: agent.alsoReadBy,
      label: isUser ? `~/${path}` : path,
      rootName: isUser ? undefined : name,
      skills: joinFolderPath(root, path),
      // The user's lock file is beside the skills folder, because a home folder is not a project.
      lock: isUser ? joinFolderPath(root, path.slice(0, path.lastIndexOf("/"))) : root,
    },
  ];
}
