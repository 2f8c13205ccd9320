import type { Connections } from "../../connection/connections.ts";
import type { Memory } from "../../foundation/ports.ts";
import { readProjectFilter } from "../../project/selectedProject.ts";
import type { VersionFiles } from "../../registry/versionFiles.ts";
import type { LocalSkills } from "../../skill/localSkills.ts";
import { openSkillLinks } from "../../skill/skillLinks.ts";
import type { ViewFilters } from "../viewFilters.ts";
import { createAccountSource } from "./createAccountSource.ts";
import { createDeploymentsSource } from "./createDeploymentsSource.ts";
import { createRegistrySource } from "./createRegistrySource.ts";
import { createServersSource } from "./serversSource.ts";
import { createSkillsSource } from "./skillsSource.ts";
import { type TreeSource, treePageSize } from "./treeSource.ts";
import { ViewTree } from "./viewTree.ts";

export interface ViewTreesOptions {
  readonly connections: Connections;
  readonly filters: ViewFilters;
  readonly memory: Memory;
  readonly versions: VersionFiles;
  readonly now: () => number;
  readonly localSkills: LocalSkills;
  readonly machine: string;
}

export type ViewTrees = ReturnType<typeof createViewTrees>;

/** The content of each view. */
export function createViewTrees(parts: ViewTreesOptions) {
  const selectedId = () => readProjectFilter(parts).projectId;
  const skills = {
    local: parts.localSkills,
    links: () => openSkillLinks(parts.memory, parts.connections.scope() ?? ""),
    machine: parts.machine,
  };
  return {
    "fairlead.projects": new ViewTree({
      ...parts,
      view: "fairlead.projects",
      source: createProjectsSource(selectedId),
    }),
    "fairlead.servers": new ViewTree({ ...parts, view: "fairlead.servers", source: createServersSource() }),
    "fairlead.skills": new ViewTree({ ...parts, view: "fairlead.skills", source: createSkillsSource(skills) }),
    "fairlead.deployments": new ViewTree({ ...parts, view: "fairlead.deployments", source: createDeploymentsSource() }),
    "fairlead.registry": new ViewTree({ ...parts, view: "fairlead.registry", source: createRegistrySource() }),
    "fairlead.account": new ViewTree({
      ...parts,
      view: "fairlead.account",
      source: createAccountSource(parts.connections),
    }),
  };
}

/** Projects; the selected project is marked. */
export function createProjectsSource(selectedId: () => string | undefined): TreeSource {
  return {
    plural: "projects",
    roots: async ({ client, filter, withArchived, cursor, signal }) => {
      const input = {
        limit: treePageSize,
        ...(cursor && { cursor }),
        ...(filter && { q: filter }),
        ...(withArchived && { includeArchived: true }),
      };
      const { items, nextCursor } = await client.call("projects.list", input, { signal });
      const selected = selectedId();
      return {
        nodes: items.map((project) => ({ kind: "project", project, selected: project.id === selected })),
        nextCursor,
      };
    },
  };
}
