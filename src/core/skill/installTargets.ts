import { joinFolderPath } from "../foundation/folderPath.ts";
import type { FolderPath, SkillRoot } from "../foundation/ports.ts";

interface Agent {
  readonly id: string;
  readonly name: string;
  /** Where it looks for skills, relative to a folder of the workspace and to the user's home. */
  readonly workspace?: string;
  readonly user?: string;
  /** Who else looks there. */
  readonly alsoReadBy?: string;
}

/** Agents and their folders, as their documentation names them. */
const agents: readonly Agent[] = [
  { id: "github-copilot", name: "GitHub Copilot", workspace: ".github/skills", user: ".copilot/skills" },
  {
    ...{ id: "claude-code", name: "Claude Code", workspace: ".claude/skills", user: ".claude/skills" },
    alsoReadBy: "GitHub Copilot",
  },
  {
    ...{ id: "agents", name: "Codex and other agents", workspace: ".agents/skills", user: ".agents/skills" },
    alsoReadBy: "GitHub Copilot, Gemini CLI",
  },
  { id: "codex", name: "Codex before .agents", user: ".codex/skills" },
];

/** A folder of an agent that a skill can be installed into. */
export interface InstallTarget {
  readonly scope: SkillRoot["scope"];
  readonly agent: string;
  /** `Claude Code`. */
  readonly name: string;
  /** `.claude/skills`, `~/.claude/skills`. */
  readonly label: string;
  readonly alsoReadBy: string | undefined;
  /** The workspace folder's name; undefined for the user's. */
  readonly rootName: string | undefined;
  /** The agent's folder, which holds a folder a skill. */
  readonly skills: FolderPath;
  /** The folder of the lock file. */
  readonly lock: FolderPath;
}

/** All there are, those of the workspace first. */
export function listInstallTargets(roots: readonly SkillRoot[]): readonly InstallTarget[] {
  return roots.flatMap((root) => agents.flatMap((agent) => targetsAt(root, agent)));
}

/** The places where a lock file may be. */
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

/** Where the agents of a workspace look for skills. */
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
      // The user's lock file stands beside the skills folder: a home is no project.
      lock: isUser ? joinFolderPath(root, path.slice(0, path.lastIndexOf("/"))) : root,
    },
  ];
}
