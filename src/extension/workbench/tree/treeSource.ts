import type { ServiceClient } from "../../../client/client.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import type { TreeNode } from "../nodes.ts";

/** The request of a list's page. */
export interface PageRequest {
  readonly client: ServiceClient;
  /** The cache of version files. */
  readonly versions: VersionFiles;
  /** The view's filter; lists below the first level may ignore it. */
  readonly filter: string;
  /** Lists archived items too. */
  readonly withArchived?: boolean | undefined;
  /** Restricts the list to a project. */
  readonly projectId: string | undefined;
  /** The cursor of the page; undefined: the first page. */
  readonly cursor: string | undefined;
  readonly signal: AbortSignal;
}

export interface NodePage {
  readonly nodes: readonly TreeNode[];
  readonly nextCursor: string | null;
}

export type ReadNodePage = (question: PageRequest) => Promise<NodePage>;

/** The content of a view. */
export interface TreeSource {
  /** `No servers match "weather"`: the text when nothing of the first level matches the filter. */
  readonly formatNoMatch: (filter: string) => string;
  /** The text while the first level is read for the first time. */
  readonly reading?: string;
  readonly roots: ReadNodePage;
  /** The first level without a session; absent: the view is empty. */
  readonly unconnected?: () => readonly TreeNode[];
  /** Children that need no request; undefined when they are read, or there are none. */
  readonly knownChildren?: (parent: TreeNode) => readonly TreeNode[] | undefined;
  /** Reads children on expansion; undefined when the node has none. */
  readonly children?: (parent: TreeNode) => ReadNodePage | undefined;
  /** Has the list below a node reported when it changes, until aborted. */
  readonly follow?: (parent: TreeNode, signal: AbortSignal) => void;
  /** Those of the read children that need no request: they are shown below the failure when the first reading fails. */
  readonly unreadChildren?: (parent: TreeNode) => readonly TreeNode[] | undefined;
}

/** Items per page; the service returns at most 200. */
export const treePageSize = 100;

type PageFields = Pick<PageRequest, "filter" | "withArchived" | "projectId" | "cursor">;

/** What a page's request says of the page: how much of it, and what the service filters. */
export const createPageInput = (
  { filter, withArchived, projectId, cursor }: Partial<PageFields>,
  limit: number = treePageSize,
) => ({
  limit,
  ...(cursor && { cursor }),
  ...(filter && { q: filter }),
  ...(withArchived && { includeArchived: true }),
  ...(projectId && { projectId }),
});
