import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { McpContents, McpResource } from "../../../client/mcp/mcpConnection.ts";
import { type Deployment, isDeploymentFinished } from "../../../contract/deployments.ts";
import { listNewestItems } from "../../../contract/isNewestFirst.ts";
import { unprovenEnd } from "../../../contract/operation.ts";
import type { Server } from "../../../contract/servers.ts";
import { readAgentUseState } from "../../agents/model/agentDrift.ts";
import type { AgentFiles } from "../../agents/model/agentFiles.ts";
import { findLastUse, listServerUses } from "../../agents/model/agentUses.ts";
import { readUsedServer } from "../../agents/model/previewUse.ts";
import type { Memory } from "../../base/ports.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { labelHealth } from "../../server/model/credentials/variableGroups.ts";
import type { DocumentChanges } from "../../server/model/document/documentChanges.ts";
import type { FolderChanges } from "../../server/model/folder/folderChanges.ts";
import { formatToolUse, readToolUse, type ToolUse } from "../../server/model/operations/toolUse.ts";
import { compareServers, isServingUnstated } from "../../server/model/serverState.ts";
import type { ServerNode } from "../../server/rows/serverTreeRows.ts";
import { openFailedVersions } from "../../testing/model/testMemory.ts";
import type { McpAccess } from "../../tools/model/mcpAccess.ts";
import type { McpListNode } from "../../tools/rows/mcpContentTreeRows.ts";
import { formatServerKey, groupTools, type McpServerOfNode, type ToolNode } from "../../tools/rows/toolTreeRows.ts";
import type { TreeNode } from "../nodes.ts";
import { createFilePages, createTestRunPages, createVersionPages } from "./childPages.ts";
import { createPageInput, type PageRequest, type ReadNodePage, type TreeSource, treePageSize } from "./treeSource.ts";

/** Servers of a page, whose order is by what runs in it, and deployments to join with them; the service returns at most 200 at once. */
const mostAtOnce = 200;

/** The first page of the deployments. */
interface RecentDeployments {
  readonly items: readonly Deployment[];
  readonly nextCursor: string | null;
}

export interface ServersSourceOptions {
  readonly connections: Pick<Connections, "active">;
  readonly mcp: Pick<McpAccess, "estimateListTokens" | "followLists" | "namedServers" | "readContents">;
  /** Absent where rows are only found, not looked at. */
  readonly documentChanges?: Pick<DocumentChanges, "find">;
  readonly folderChanges?: Pick<FolderChanges, "find">;
  readonly agents?: AgentsOfServers;
}

/** Where agents have their MCP servers, and which of these are from here. */
export interface AgentsOfServers {
  readonly files: Pick<AgentFiles, "read" | "isFile">;
  readonly memory: Memory;
}

/**
 * Servers with their deployments: one request per page, and one for the deployments of all pages. The MCP servers that the user named
 * by URL follow the last page.
 */
export function createServersSource(options: ServersSourceOptions): TreeSource {
  const { connections, mcp, documentChanges, folderChanges, agents } = options;
  let deployments: Promise<RecentDeployments> | undefined;
  return {
    formatNoMatch: (filter) => l10n.t`No servers match "${filter}"`,
    roots: async (question) => {
      if (question.cursor === undefined) deployments = undefined;
      deployments ??= readRecent(question);
      const request = deployments;
      request.catch(() => {
        // The next page reads again, unless another call already did.
        if (deployments === request) deployments = undefined;
      });
      const [servers, recent] = await Promise.all([readServers(question), request]);
      const join = joinDeployments(recent);
      const connection = connections.active()?.id;
      const joinCost = (node: ServerNode): ServerNode => {
        const { server, live } = node;
        if (!live || connection === undefined) return node;
        return {
          ...node,
          toolTokens: mcp.estimateListTokens({ kind: "deployed", connection, id: server.id }, live.id),
        };
      };
      const failedVersions = new Set(agents && openFailedVersions(agents.memory).all());
      const nodes = servers.items
        .map(join)
        .toSorted(compareServers)
        .map((node) => {
          const documentChange = documentChanges?.find(question.client, node.server);
          const folderChange = folderChanges?.find(node.server);
          const hasFailedTests = failedVersions.has(`${node.server.id} ${node.server.latestVersion}`);
          const agentCount = agents && listServerUses(agents.memory, connection ?? "", node.server.id).length;
          return joinCost({
            ...node,
            ...(documentChange && { documentChange }),
            ...(folderChange && { folderChange }),
            ...(hasFailedTests && { hasFailedTests }),
            ...(agentCount && { agentCount }),
          });
        });
      const { nextCursor } = servers;
      const isLast = nextCursor === null || nextCursor === unprovenEnd;
      const named = isLast ? listNamedServers(mcp, question.filter) : [];
      return { nodes: [...nodes, ...named], nextCursor };
    },
    children: (parent) =>
      readTools(parent, options) ??
      (agents && readAgents(parent, { agents, connectionId: connections.active()?.id ?? "" })) ??
      readServerChildren(parent),
    follow: (parent, signal) => {
      const server = findMcpServer(parent, connections);
      if (server) mcp.followLists(server.key, signal);
    },
  };
}

/** Servers by their newest deployment, and deployments by their id. */
function joinDeployments(recent: RecentDeployments): (server: Server) => ServerNode {
  const byId = new Map(recent.items.map((deployment) => [deployment.id, deployment]));
  // Newest first: later entries of the reversed list win.
  const newest = listNewestItems(recent).toReversed();
  const previews = newest.filter(({ preview, status }) => preview && !isDeploymentFinished(status));
  const previewOf = new Map(previews.map((deployment) => [deployment.serverId, deployment]));
  const latestOf = new Map(newest.filter(({ preview }) => !preview).map((one) => [one.serverId, one]));
  const formatRun = (id: string | undefined, version: string | null | undefined) => `${id} ${version}`;
  const ran = new Set(newest.flatMap((one) => (one.startedAt ? [formatRun(one.serverId, one.version)] : [])));
  return (server) => {
    const hasLatestRun = ran.has(formatRun(server.id, server.latestVersion));
    const latest = latestOf.get(server.id);
    const preview = previewOf.get(server.id);
    const stated = server.liveDeploymentId ? byId.get(server.liveDeploymentId) : undefined;
    const live = isServingUnstated(server, latest) ? latest : stated;
    return { kind: "server", server, live, latest, hasLatestRun, ...(preview && { preview }) };
  };
}

function readServers(question: PageRequest) {
  return question.client.call("servers.list", createPageInput(question, mostAtOnce), { signal: question.signal });
}

async function readRecent({ client, projectId, signal }: PageRequest): Promise<RecentDeployments> {
  const input = createPageInput({ projectId }, mostAtOnce);
  // Without deployments, or without the right to list them, the servers are still shown.
  const read = await readAvailable(client.call("deployments.list", input, { signal }));
  return read.kind === "available" ? read.value : { items: [], nextCursor: null };
}

function listNamedServers(mcp: ServersSourceOptions["mcp"], filter: string): readonly TreeNode[] {
  const servers = mcp.namedServers().filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  return servers.map(({ name, url }) => ({ kind: "mcpServer", name, url }));
}

/** The tools of a live deployment, or all of a server by URL. */
function readTools(parent: TreeNode, { connections, mcp }: ServersSourceOptions): ReadNodePage | undefined {
  const found = findMcpServer(parent, connections);
  if (!found || parent.kind !== "tools") return found && readContentRows(mcp, found);
  return createToolPages(mcp, found, (client, signal) => readToolUse(client, parent.server, signal));
}

/** The server whose contents are below a node. */
function findMcpServer(node: TreeNode, connections: ServersSourceOptions["connections"]): McpServerOfNode | undefined {
  if (node.kind === "mcpServer") return { key: { kind: "url", url: node.url }, name: node.name };
  const connection = connections.active()?.id;
  if (node.kind !== "tools" || connection === undefined) return undefined;
  return { key: { kind: "deployed", connection, id: node.server.id }, name: node.server.name };
}

/** The agents that have a server, with the state of their files. */
function readAgents(
  parent: TreeNode,
  { agents, connectionId }: { readonly agents: AgentsOfServers; readonly connectionId: string },
): ReadNodePage | undefined {
  if (parent.kind !== "agents") return undefined;
  const { server, url } = parent;
  return async ({ client, signal }) => {
    const uses = listServerUses(agents.memory, connectionId, server.id);
    const read = await readAvailable(client.readGrants({ serverId: server.id, limit: 200 }, { signal }));
    const grants = read.kind === "available" ? read.value.items : undefined;
    const nodes = uses.map(async (use): Promise<TreeNode> => {
      const used = await readUsedServer(client, server, url, use);
      const state = await readAgentUseState(agents.files, use, { name: used.server.name, url: used.url, grants });
      const lastUsedAt = grants && findLastUse(use, grants);
      return { kind: "agentUse", server, use, state, ...(lastUsedAt !== undefined && { lastUsedAt }) };
    });
    return { nodes: await Promise.all(nodes), nextCursor: null };
  };
}

/** Lists below a server, read on expansion. */
function readServerChildren(parent: TreeNode): ReadNodePage | undefined {
  if (parent.kind === "version") return createFilePages(parent);
  if (parent.kind === "testRuns") return createTestRunPages(parent.of);
  if (parent.kind !== "group") return undefined;
  const { group, server, liveVersion } = parent;
  if (group === "deployments") return deploymentsOf(server);
  const { id: ownerId, artifactId, name } = server;
  return artifactId ? createVersionPages({ id: artifactId, kind: "server", name, ownerId }, liveVersion) : undefined;
}

function deploymentsOf(server: Server): ReadNodePage {
  return async ({ client, cursor, signal }) => {
    const input = { serverId: server.id, ...createPageInput({ cursor }) };
    const { items, nextCursor } = await client.call("deployments.list", input, { signal });
    const nodes = items.map((deployment): TreeNode => {
      const live = deployment.id === server.liveDeploymentId;
      const labelled = labelHealth(server, deployment);
      return { kind: "deployment", deployment: labelled, live, serverName: server.name, isNested: true };
    });
    return { nodes, nextCursor };
  };
}

function readContentRows(mcp: Pick<McpAccess, "readContents">, server: McpServerOfNode): ReadNodePage {
  return async ({ signal }) => {
    const contents = await mcp.readContents(server.key, signal);
    const tools = contents.tools.map((tool): ToolNode => ({ kind: "tool", server, tool }));
    const list = { kind: "mcpList", list: "tools", server, items: tools } as const;
    return { nodes: [...(tools.length > 0 ? [list] : []), ...listContents(server, contents)], nextCursor: null };
  };
}

type ReadUse = (client: ServiceClient, signal: AbortSignal) => Promise<ToolUse | undefined>;

/** The tools of a server, page by page; its skills, resources and prompts follow the last tool. */
function createToolPages(
  mcp: Pick<McpAccess, "readContents">,
  server: McpServerOfNode,
  readUse: ReadUse,
): ReadNodePage {
  return async ({ client, cursor, signal }) => {
    // The tools are shown even when it is not known how often they were called.
    const [contents, use] = await Promise.all([
      mcp.readContents(server.key, signal),
      readUse(client, signal).catch(() => undefined),
    ]);
    const tools = contents.tools.map((tool): ToolNode => {
      return { kind: "tool", server, tool, use: formatToolUse(use, tool.name) };
    });
    const rows = groupTools(formatServerKey(server), tools);
    const start = Number(cursor ?? 0);
    const end = start + treePageSize;
    const nodes = rows.slice(start, end);
    if (end < rows.length) return { nodes, nextCursor: String(end) };
    return { nodes: [...nodes, ...listContents(server, contents)], nextCursor: null };
  };
}

function listContents(server: McpServerOfNode, { skills, resources, prompts }: McpContents): readonly McpListNode[] {
  // A server with skills lists them as resources too, and a template for their files.
  const isOfSkills = ({ uri, variables }: McpResource) =>
    variables ? uri.startsWith("skill://") : skills.some((skill) => skill.uri === uri);
  const others = resources.filter((resource) => !isOfSkills(resource));
  const lists = {
    skills: skills.map((skill) => ({ kind: "mcpSkill", server, skill }) as const),
    resources: others.map((resource) => ({ kind: "resource", server, resource }) as const),
    prompts: prompts.map((prompt) => ({ kind: "prompt", server, prompt }) as const),
  };
  const names = ["skills", "resources", "prompts"] as const;
  return names
    .filter((list) => lists[list].length > 0)
    .map((list) => ({ kind: "mcpList", list, server, items: lists[list] }));
}
