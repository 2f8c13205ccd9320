import type { Connections } from "../../connection/connections.ts";
import type { Memory } from "../../foundation/ports.ts";
import { selectedOnly } from "../../project/selectedProject.ts";
import type { VersionFiles } from "../../registry/versionFiles.ts";
import type { LocalSkills } from "../../skill/localSkills.ts";
import { madeSkills } from "../../skill/skillLinks.ts";
import type { Filters } from "../viewFilters.ts";
import { accountSource } from "./createAccountSource.ts";
import { deploymentsSource } from "./createDeploymentsSource.ts";
import { projectsSource } from "./createProjectsSource.ts";
import { registrySource } from "./createRegistrySource.ts";
import { serversSource } from "./serversSource.ts";
import { skillsSource } from "./skillsSource.ts";
import { Tree } from "./viewTree.ts";

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
