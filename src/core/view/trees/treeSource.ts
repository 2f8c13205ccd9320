import type { ServiceClient } from "../../../client/client.ts";
import type { VersionFiles } from "../../registry/versionFiles.ts";
import type { TreeNode } from "../nodes.ts";

/** What a list is asked with. */
export interface PageRequest {
  readonly client: ServiceClient;
  /** What was read of versions already. */
  readonly versions: VersionFiles;
  /** What the view is narrowed to; below the first level a list takes it or leaves it. */
  readonly filter: string;
  /** Only what belongs to this project. */
  readonly projectId: string | undefined;
  /** Where the page begins; undefined: the first one. */
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

export interface NodePage {
  readonly nodes: readonly TreeNode[];
  readonly nextCursor: string | null;
}

export type ReadNodePage = (question: PageRequest) => Promise<NodePage>;

/** What a view shows, without how. */
export interface TreeSource {
  /** `servers`: what the first level lists, for messages. */
  readonly plural: string;
  readonly roots: ReadNodePage;
  /** The first level where there is no session to ask; the view is empty where this says nothing. */
  readonly unconnected?: () => readonly TreeNode[];
  /** Children that need no request; undefined where the children are read, or there are none. */
  readonly knownChildren?: (parent: TreeNode) => readonly TreeNode[] | undefined;
  /** Children that are read when the node is opened; undefined where it has none. */
  readonly children?: (parent: TreeNode) => ReadNodePage | undefined;
}

/** Items a page; the service gives at most 200. */
export const treePageSize = 100;
