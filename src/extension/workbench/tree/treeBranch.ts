import { isDeepStrictEqual } from "node:util";
import type { Deployment } from "../../../contract/deployments.ts";
import { unprovenEnd } from "../../../contract/operation.ts";
import { isAbortError } from "../../base/failure.ts";
import { isRecording } from "../../deployment/model/readRecording.ts";
import type { TreeNode } from "../nodes.ts";
import { rowOf } from "../nodes.ts";
import type { NodePage } from "./treeSource.ts";

/** The branch id of a view's first level. */
export const rootBranchId = "";

export type BranchState =
  | { readonly kind: "unread" }
  | {
      readonly kind: "read";
      readonly nodes: readonly TreeNode[];
      readonly nextCursor: string | null;
      readonly at: number;
    }
  /** `nodes` are the last ones read, `at` is the time; absent when no reading succeeded. */
  | {
      readonly kind: "failed";
      readonly error: unknown;
      readonly nodes: readonly TreeNode[];
      readonly nextCursor: string | null;
      readonly at: number | undefined;
    };

/** The nodes to redraw: these, none, or all when the list's members or order changed. */
export type BranchChange = "all" | readonly TreeNode[];

export const hasBranchChange = (change: BranchChange): boolean => change === "all" || change.length > 0;

export type ReadBranchPage = (
  parent: TreeNode | undefined,
  cursor: string | undefined,
  signal: AbortSignal,
) => Promise<NodePage>;

/** A paged list of a tree. It retains its nodes until newer ones are read. */
export class TreeBranch {
  state: BranchState = { kind: "unread" };
  /** The parent node; undefined: the view's first level. */
  parent: TreeNode | undefined;
  readonly #read: ReadBranchPage;
  readonly #now: () => number;
  #pages = 1;
  #isStale = true;
  #running: { readonly done: Promise<BranchChange>; readonly stop: AbortController } | undefined;

  constructor(read: ReadBranchPage, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  get nodes(): readonly TreeNode[] {
    return this.state.kind === "unread" ? [] : this.state.nodes;
  }

  get pages(): number {
    return this.#pages;
  }

  /** The next `ensure` reads it again. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Reads the list if it was not read since it was invalidated. */
  async ensure(): Promise<void> {
    // A newer reading may replace the running one.
    while (this.#running || this.#isStale) await (this.#running?.done ?? this.refresh());
  }

  /** Reads all shown pages again; a new refresh replaces the running one. */
  refresh(): Promise<BranchChange> {
    const pages = this.#pages;
    this.#isStale = false;
    return this.#run(async (signal) => {
      const nodes: TreeNode[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < pages; page += 1) {
        const { nodes: more, nextCursor } = await this.#read(this.parent, cursor, signal);
        nodes.push(...more);
        if (nextCursor === null || nextCursor === unprovenEnd) return { nodes, nextCursor };
        cursor = nextCursor;
      }
      return { nodes, nextCursor: cursor ?? null };
    });
  }

  /** Reads one more page. If a refresh replaces it, the refresh reads the page. */
  async more(): Promise<BranchChange> {
    await this.ensure();
    if (this.state.kind === "unread" || this.state.nextCursor === null) return [];
    const { nodes: before, nextCursor: cursor } = this.state;
    const pages = this.#pages;
    this.#pages += 1;
    return this.#run(async (signal) => {
      try {
        const page = await this.#read(this.parent, cursor, signal);
        return { nodes: [...before, ...page.nodes], nextCursor: page.nextCursor };
      } catch (error) {
        if (!signal.aborted) this.#pages = pages;
        throw error;
      }
    });
  }

  /** The list was removed: pending calls must not read it again. */
  stop(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
    this.#isStale = false;
  }

  #run(work: (signal: AbortSignal) => Promise<NodePage>): Promise<BranchChange> {
    this.#running?.stop.abort();
    const stop = new AbortController();
    const running = { stop, done: this.#storeResult(work, stop.signal) };
    this.#running = running;
    const over = () => {
      if (this.#running === running) this.#running = undefined;
    };
    void running.done.then(over);
    return running.done;
  }

  async #storeResult(work: (signal: AbortSignal) => Promise<NodePage>, signal: AbortSignal): Promise<BranchChange> {
    const before = this.state;
    try {
      const { nodes, nextCursor } = await work(signal);
      if (signal.aborted) return [];
      this.state = { kind: "read", nodes, nextCursor, at: this.#now() };
    } catch (error) {
      if (signal.aborted || isAbortError(error)) return [];
      const last = before.kind === "unread" ? { nodes: [], nextCursor: null, at: undefined } : before;
      this.state = { kind: "failed", error, nodes: last.nodes, nextCursor: last.nextCursor, at: last.at };
    }
    return changeOf(before, this.state);
  }
}

function changeOf(before: BranchState, after: BranchState): BranchChange {
  const [old, now] = [rowsOf(before), rowsOf(after)];
  const isSameList =
    before.kind === after.kind &&
    old.goesOn === now.goesOn &&
    old.nodes.length === now.nodes.length &&
    old.nodes.every((node, index) => hasSameId(node, now.nodes[index]));
  return isSameList ? now.nodes.filter((node, index) => !isSameRow(node, old.nodes[index])) : "all";
}

function rowsOf(state: BranchState) {
  return state.kind === "unread"
    ? { nodes: [], goesOn: false }
    : { nodes: state.nodes, goesOn: state.nextCursor !== null };
}

const hasSameId = (one: TreeNode, other: TreeNode | undefined): boolean =>
  other !== undefined && rowOf(one).id(one) === rowOf(other).id(other);

export type TreeBranches = ReturnType<typeof createTreeBranches>;

/** The opened lists of a view, by the id of their parent node. */
export function createTreeBranches(read: ReadBranchPage, now: () => number) {
  const branches = new Map<string, TreeBranch>();
  return {
    find: (id: string) => branches.get(id),
    open: (parent: TreeNode | undefined): TreeBranch => {
      const id = readBranchId(parent);
      const branch = branches.get(id) ?? new TreeBranch(read, now);
      // The list belongs to older data of its parent.
      if (branch.parent && !isSameRow(parent, branch.parent)) branch.invalidate();
      branch.parent = parent;
      branches.set(id, branch);
      return branch;
    },
    /** The nodes of all open lists. */
    nodes: () => [...branches.values()].flatMap(({ nodes }) => nodes),
    /** The nodes whose lists are open. */
    parents: () => [...branches.values()].flatMap(({ parent }) => parent ?? []),
    invalidate: () => {
      for (const branch of branches.values()) branch.invalidate();
    },
    /** Invalidates all but the first level. */
    invalidateNested: () => {
      for (const branch of branches.values()) if (branch.parent) branch.invalidate();
    },
    clear: () => {
      for (const branch of branches.values()) branch.stop();
      branches.clear();
    },
  };
}

export const readBranchId = (parent: TreeNode | undefined) => (parent ? rowOf(parent).id(parent) : rootBranchId);

/** Whether a node need not be drawn again, nor the list below it read again. */
function isSameRow(one: TreeNode | undefined, other: TreeNode | undefined): boolean {
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(omitCallCounts(one), omitCallCounts(other));
}

/** A recording counts its calls, and no row shows how many. */
function omitCallCounts(node: TreeNode | undefined) {
  const omit = (deployment: Deployment | undefined) =>
    deployment && { ...deployment, recording: isRecording(deployment) };
  if (node?.kind === "deployment") return { ...node, deployment: omit(node.deployment) };
  return node?.kind === "server" ? { ...node, live: omit(node.live), latest: omit(node.latest) } : node;
}
