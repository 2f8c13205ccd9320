import * as l10n from "@vscode/l10n";
import type { Memory, ViewId } from "../../base/ports.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { readProjectFilter } from "../../project/model/selectedProject.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import { openSkillLinks } from "../../skill/model/skillLinks.ts";
import type { ViewFilters } from "../viewFilters.ts";
import { createAccountSource } from "./createAccountSource.ts";
import { createDeploymentsSource } from "./createDeploymentsSource.ts";
import { createRegistrySource } from "./createRegistrySource.ts";
import { createServersSource, type ServersSourceOptions } from "./serversSource.ts";
import { createSkillsSource, type SkillsSourceOptions } from "./skillsSource.ts";
import { createPageInput, type TreeSource } from "./treeSource.ts";
import { ViewTree } from "./viewTree.ts";

export interface ViewTreesOptions extends ServersSourceOptions, Omit<SkillsSourceOptions, "links"> {
  readonly connections: Connections;
  readonly filters: ViewFilters;
  readonly memory: Memory;
  readonly versions: VersionFiles;
  readonly now: () => number;
}

export type ViewTrees = ReturnType<typeof createViewTrees>;

/** The content of each view. */
export function createViewTrees(parts: ViewTreesOptions) {
  const { memory, connections } = parts;
  const links = () => openSkillLinks(memory, connections.scope() ?? "");
  const treeOf = (view: ViewId, source: TreeSource) => new ViewTree({ ...parts, view, source });
  return {
    "fairlead.projects": treeOf(
      "fairlead.projects",
      createProjectsSource(() => readProjectFilter(parts).projectId),
    ),
    "fairlead.servers": treeOf("fairlead.servers", createServersSource(parts)),
    "fairlead.skills": treeOf("fairlead.skills", createSkillsSource({ ...parts, links })),
    "fairlead.deployments": treeOf("fairlead.deployments", createDeploymentsSource()),
    "fairlead.registry": treeOf("fairlead.registry", createRegistrySource()),
    "fairlead.account": treeOf("fairlead.account", createAccountSource(connections)),
  };
}

/** Projects; the selected project is marked. */
export function createProjectsSource(selectedId: () => string | undefined): TreeSource {
  return {
    formatNoMatch: (filter) => l10n.t`No projects match "${filter}"`,
    roots: async ({ client, filter, withArchived, cursor, signal }) => {
      const input = createPageInput({ filter, withArchived, cursor });
      const { items, nextCursor } = await client.call("projects.list", input, { signal });
      const selected = selectedId();
      return {
        nodes: items.map((project) => ({ kind: "project", project, selected: project.id === selected })),
        nextCursor,
      };
    },
  };
}
