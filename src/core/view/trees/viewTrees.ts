import type { Deployment } from "../../../contract/deployments.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { Connections } from "../../connection/connections.ts";
import type { Memory } from "../../foundation/ports.ts";
import { formatState } from "../../foundation/serviceState.ts";
import { readAvailable } from "../../foundation/unavailability.ts";
import { readProjectFilter } from "../../project/selectedProject.ts";
import type { VersionFiles } from "../../registry/versionFiles.ts";
import type { LocalSkills } from "../../skill/localSkills.ts";
import { openSkillLinks } from "../../skill/skillLinks.ts";
import type { TreeNode } from "../nodes.ts";
import type { ViewFilters } from "../viewFilters.ts";
import { createAccountSource } from "./createAccountSource.ts";
import { createRegistrySource } from "./createRegistrySource.ts";
import { createServersSource, readServerNames } from "./serversSource.ts";
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

/**
 * All deployments, newest first. Server names come from one list request; the service has no text filter, so the page
 * is filtered.
 */
export function createDeploymentsSource(): TreeSource {
  return {
    plural: "deployments",
    roots: async ({ client, filter, projectId, cursor, signal }) => {
      const input = { limit: treePageSize, ...(cursor && { cursor }), ...(projectId && { projectId }) };
      const [page, servers] = await Promise.all([
        client.call("deployments.list", input, { signal }),
        readAvailable(readServerNames(client, projectId, signal)),
      ]);
      const byId = new Map(servers.kind === "available" ? servers.value.map((server) => [server.id, server]) : []);
      const nodes = page.items.map((deployment): TreeNode & { kind: "deployment" } => {
        const server = deployment.serverId === undefined ? undefined : byId.get(deployment.serverId);
        const live = server?.liveDeploymentId === deployment.id;
        return { kind: "deployment", deployment, live, serverName: server?.name ?? deployment.serverId };
      });
      const filterText = filter.toLowerCase();
      return {
        nodes: nodes.filter((node) => textOf(node.deployment, node.serverName).includes(filterText)),
        nextCursor: page.nextCursor,
      };
    },
  };
}

function textOf(deployment: Deployment, serverName: string | undefined): string {
  const { version, status, message } = deployment;
  return joinWords(serverName, version, formatState(status), message).toLowerCase();
}

/** Projects; the selected project is marked. */
export function createProjectsSource(selectedId: () => string | undefined): TreeSource {
  return {
    plural: "projects",
    roots: async ({ client, filter, cursor, signal }) => {
      const input = { limit: treePageSize, ...(cursor && { cursor }), ...(filter && { q: filter }) };
      const { items, nextCursor } = await client.call("projects.list", input, { signal });
      const selected = selectedId();
      return {
        nodes: items.map((project) => ({ kind: "project", project, selected: project.id === selected })),
        nextCursor,
      };
    },
  };
}
