import type { Connections } from "../connections.ts";
import type { Filters } from "../filters.ts";
import type { LocalSkills } from "../localSkills.ts";
import { madeSkills } from "../madeSkills.ts";
import type { Memory } from "../ports.ts";
import { selectedOnly } from "../selectedProject.ts";
import type { VersionFiles } from "../versionFiles.ts";
import { accountSource } from "./account.ts";
import { deploymentsSource } from "./deployments.ts";
import { projectsSource } from "./projects.ts";
import { registrySource } from "./registry.ts";
import { serversSource } from "./servers.ts";
import { skillsSource } from "./skills.ts";
import { Tree } from "./tree.ts";

export interface TreesParts {
  readonly connections: Connections;
  readonly filters: Filters;
  readonly memory: Memory;
  readonly versions: VersionFiles;
  readonly now: () => number;
  readonly localSkills: LocalSkills;
  readonly machine: string;
}

export type Trees = ReturnType<typeof createTrees>;

/** The content of each view. */
export function createTrees(parts: TreesParts) {
  const selectedId = () => selectedOnly(parts).projectId;
  const skills = {
    local: parts.localSkills,
    made: () => madeSkills(parts.memory, parts.connections.scope() ?? ""),
    machine: parts.machine,
  };
  return {
    "fairlead.projects": new Tree({ ...parts, view: "fairlead.projects", source: projectsSource(selectedId) }),
    "fairlead.servers": new Tree({ ...parts, view: "fairlead.servers", source: serversSource() }),
    "fairlead.skills": new Tree({ ...parts, view: "fairlead.skills", source: skillsSource(skills) }),
    "fairlead.deployments": new Tree({ ...parts, view: "fairlead.deployments", source: deploymentsSource() }),
    "fairlead.registry": new Tree({ ...parts, view: "fairlead.registry", source: registrySource() }),
    "fairlead.account": new Tree({ ...parts, view: "fairlead.account", source: accountSource(parts.connections) }),
  };
}
