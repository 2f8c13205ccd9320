import type { Client } from "../../../client/client.ts";
import type { VersionFiles } from "../../registry/versionFiles.ts";
import type { Node } from "../nodes.ts";

/** What a list is asked with. */
export interface Question {
  readonly client: Client;
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
  readonly nodes: readonly Node[];
  readonly nextCursor: string | null;
}

export type ReadPage = (question: Question) => Promise<NodePage>;

/** What a view shows, without how. */
export interface TreeSource {
  /** `servers`: what the first level lists, for messages. */
  readonly plural: string;
  readonly roots: ReadPage;
  /** The first level where there is no session to ask; the view is empty where this says nothing. */
  readonly unconnected?: () => readonly Node[];
  /** Children that are known already. */
  readonly fixed?: (parent: Node) => readonly Node[];
  /** Children that are read when the node is opened; undefined where it has none. */
  readonly children?: (parent: Node) => ReadPage | undefined;
}

/** Items a page; the service gives at most 200. */
export const pageSize = 100;
