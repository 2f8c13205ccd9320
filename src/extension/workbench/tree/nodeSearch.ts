import { readAvailable } from "../../base/unavailability.ts";
import type { Connections } from "../../connection/model/connections.ts";
import type { CodeFile, VersionFiles } from "../../registry/model/versionFiles.ts";
import { readGeneratedTools } from "../../server/model/folder/generatedTools.ts";
import type { TreeNode, TreeNodeOfKind } from "../nodes.ts";
import { createToolSearch } from "./toolSearch.ts";
import type { TreeSource } from "./treeSource.ts";
import { createVersionPages } from "./versionPages.ts";
import type { ViewTree } from "./viewTree.ts";

/** Something that can be gone to: a row of a view, or a tool in the code of a server. */
export interface FoundNode {
  readonly node: TreeNode;
  /** The row is the file of a tool. */
  readonly tool?: { readonly name: string; readonly line: number; readonly serverName: string };
}

/** Finds what a service holds, across the views. */
export interface NodeSearch {
  /** What the views have read, without a request. */
  known(): readonly FoundNode[];
  /** Asks the service, and passes on each list as soon as it is read. An empty text: the newest of everything. */
  search(text: string, signal: AbortSignal, found: (nodes: readonly FoundNode[]) => void): Promise<void>;
}

export interface NodeSearchOptions {
  readonly connections: Connections;
  readonly versions: VersionFiles;
  readonly trees: readonly Pick<ViewTree, "nodes">[];
  readonly sources: Readonly<Record<"projects" | "servers" | "skills" | "deployments", TreeSource>>;
}

/** Versions and tools take a request for each owner. */
const mostOwners = 5;

export function createNodeSearch({ connections, versions, trees, sources }: NodeSearchOptions): NodeSearch {
  const { deployments, ...searched } = sources;
  const findLiveTools = createToolSearch({ connections, versions });
  return {
    known: () => trees.flatMap((tree) => tree.nodes().flatMap(listTargets)),
    search: async (text, signal, found) => {
      const session = await connections.connect();
      if (session.kind !== "connected") return;
      const { client } = session;
      const request = { client, versions, projectId: undefined, cursor: undefined, signal };
      const owners: TreeNode[] = [];
      const list = async (source: TreeSource) => {
        const read = await readAvailable(source.roots({ ...request, filter: text }));
        if (read.kind !== "available" || signal.aborted) return;
        owners.push(...read.value.nodes);
        found(read.value.nodes.flatMap(listTargets));
      };
      // The service does not search deployments.
      const lists = [...Object.values(searched), ...(text === "" ? [deployments] : [])].map(list);
      const searchTools = async () => {
        const read = await readAvailable(sources.servers.roots({ ...request, filter: "" }));
        if (read.kind !== "available" || signal.aborted) return;
        const servers = read.value.nodes.filter((node) => node.kind === "server");
        found((await findLiveTools(client, servers, text, signal)).map((node) => ({ node })));
      };
      await settle([...lists, ...(text === "" ? [] : [searchTools()])]);
      const detail = async (owner: TreeNode) => {
        const pages = ownVersions(owner);
        if (pages) found((await pages({ ...request, filter: "" })).nodes.flatMap(listTargets));
        if (owner.kind !== "server") return;
        const live = await findLiveTools(client, [owner], "", signal);
        if (live.length > 0) found(live.map((node) => ({ node })));
        else found(await findTools(owner, async (...of) => versions.list(client, ...of, signal)));
      };
      if (!signal.aborted) await settle(owners.slice(0, mostOwners).map(detail));
    },
  };
}

/** One list that cannot be read hides only itself. All failed: the first failure. */
async function settle(work: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(work);
  const [first, ...rest] = results.filter((result) => result.status === "rejected");
  if (first && rest.length + 1 === results.length) throw first.reason;
}

const targets = new Set<TreeNode["kind"]>([
  "project",
  "server",
  "tool",
  "versionTool",
  "skill",
  "source",
  "deployment",
  "version",
]);

function listTargets(node: TreeNode): readonly FoundNode[] {
  return targets.has(node.kind) ? [{ node }] : [];
}

function ownVersions(node: TreeNode) {
  if (node.kind !== "server" && node.kind !== "skill") return undefined;
  const { id: ownerId, artifactId, name } = node.kind === "server" ? node.server : node.skill;
  const liveVersion = node.kind === "server" ? node.live?.version : undefined;
  return artifactId ? createVersionPages({ id: artifactId, kind: node.kind, name, ownerId }, liveVersion) : undefined;
}

/** The tools in the newest code of a server. */
async function findTools(
  { server }: TreeNodeOfKind<"server">,
  list: (artifactId: string, version: string) => Promise<readonly CodeFile[]>,
): Promise<readonly FoundNode[]> {
  const { artifactId, latestVersion: version, name: serverName, id: ownerId } = server;
  if (!artifactId || !version) return [];
  const artifact = { id: artifactId, kind: "server", name: serverName, ownerId } as const;
  return readGeneratedTools(await list(artifactId, version)).map(({ name, file: { path, bytes }, line }) => {
    const node = { kind: "file", path, name: path, size: bytes.length, version, artifact } as const;
    return { node, tool: { name, line, serverName } };
  });
}
