import * as l10n from "@vscode/l10n";
import type { Memory, ViewId } from "../../base/ports.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { readProjectFilter } from "../../project/model/selectedProject.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import type { DocumentChanges } from "../../server/model/document/documentChanges.ts";
import type { FolderChanges } from "../../server/model/folder/folderChanges.ts";
import type { LocalSkills } from "../../skill/model/localSkills.ts";
import { openSkillLinks } from "../../skill/model/skillLinks.ts";
import type { SourceUpdates } from "../../skill/model/source/sourceUpdates.ts";
import type { McpAccess } from "../../tools/model/mcpAccess.ts";
import type { ViewFilters } from "../viewFilters.ts";
import { createAccountSource } from "./createAccountSource.ts";
import { createDeploymentsSource } from "./createDeploymentsSource.ts";
import { createRegistrySource } from "./createRegistrySource.ts";
import { type AgentsOfServers, createServersSource } from "./serversSource.ts";
import { createSkillsSource } from "./skillsSource.ts";
import { createPageInput, type TreeSource } from "./treeSource.ts";
import { ViewTree } from "./viewTree.ts";

export interface ViewTreesOptions {
  readonly connections: Connections;
  readonly filters: ViewFilters;
  readonly memory: Memory;
  readonly versions: VersionFiles;
  readonly now: () => number;
  readonly mcp: McpAccess;
  readonly localSkills: LocalSkills;
  readonly machine: string;
  readonly documentChanges?: Pick<DocumentChanges, "find">;
  readonly folderChanges?: Pick<FolderChanges, "find">;
  readonly agents?: AgentsOfServers;
  readonly sourceUpdates?: SourceUpdates;
}

export type ViewTrees = ReturnType<typeof createViewTrees>;

/** The content of each view. */
export function createViewTrees(parts: ViewTreesOptions) {
  const { projects, servers, skills, deployments } = createServiceSources(parts);
  const treeOf = (view: ViewId, source: TreeSource) => new ViewTree({ ...parts, view, source });
  return {
    "fairlead.projects": treeOf("fairlead.projects", projects),
    "fairlead.servers": treeOf("fairlead.servers", servers),
    "fairlead.skills": treeOf("fairlead.skills", skills),
    "fairlead.deployments": treeOf("fairlead.deployments", deployments),
    "fairlead.registry": treeOf("fairlead.registry", createRegistrySource()),
    "fairlead.account": treeOf("fairlead.account", createAccountSource(parts.connections)),
  };
}

/** What a service holds. A source has the state of its pages, so each reader has its own. */
export function createServiceSources(parts: Omit<ViewTreesOptions, "filters" | "now">) {
  const {
    localSkills: local,
    machine,
    memory,
    connections,
    mcp,
    documentChanges,
    folderChanges,
    agents,
    sourceUpdates,
  } = parts;
  const links = () => openSkillLinks(memory, connections.scope() ?? "");
  return {
    projects: createProjectsSource(() => readProjectFilter(parts).projectId),
    servers: createServersSource({
      connections,
      mcp,
      ...(documentChanges && { documentChanges }),
      ...(folderChanges && { folderChanges }),
      ...(agents && { agents }),
    }),
    skills: createSkillsSource({ local, links, machine, ...(sourceUpdates && { updates: sourceUpdates }) }),
    deployments: createDeploymentsSource(),
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
