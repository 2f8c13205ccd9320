import { isAborted } from "../failure.ts";
import { nodeMark } from "../nodeMark.ts";
import type { Node } from "../nodes.ts";
import type { NodePage } from "./source.ts";

export type BranchState =
  | { readonly kind: "unread" }
  | { readonly kind: "read"; readonly nodes: readonly Node[]; readonly nextCursor: string | null; readonly at: number }
  /** `nodes` are those read last, `at` is when; none where it never worked. */
  | {
      readonly kind: "failed";
      readonly error: unknown;
      readonly nodes: readonly Node[];
      readonly nextCursor: string | null;
      readonly at: number | undefined;
    };

type Read = (cursor: string | undefined, signal: AbortSignal) => Promise<NodePage>;

/** One list of a tree, a page at a time. What was read stays until something better is there. */
export class Branch {
  state: BranchState = { kind: "unread" };
  readonly #read: Read;
  readonly #now: () => number;
  #pages = 1;
  #isStale = true;
  #running: { readonly done: Promise<boolean>; readonly stop: AbortController } | undefined;

  constructor(read: Read, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  get nodes(): readonly Node[] {
    return this.state.kind === "unread" ? [] : this.state.nodes;
  }

  /** The next one who asks reads it again. */
  invalidate(): void {
    this.#isStale = true;
  }

  /** Reads it if it was not, or not since it was invalidated. */
  async ensure(): Promise<void> {
    // What runs may give way to a newer one.
    while (this.#running) await this.#running.done;
    if (this.#isStale) await this.refresh();
  }

  /** Reads all pages that are shown again; answers whether anything changed. A refresh under way gives way to it. */
  refresh(): Promise<boolean> {
    const pages = this.#pages;
    return this.#run(async (signal) => {
      const nodes: Node[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < pages; page += 1) {
        const { nodes: more, nextCursor } = await this.#read(cursor, signal);
        nodes.push(...more);
        if (nextCursor === null) return { nodes, nextCursor };
        cursor = nextCursor;
      }
      return { nodes, nextCursor: cursor ?? null };
    });
  }

  /** One page more. */
  async more(): Promise<boolean> {
    await this.#running?.done;
    if (this.state.kind === "unread" || this.state.nextCursor === null) return false;
    const { nodes: before, nextCursor: cursor } = this.state;
    return this.#run(async (signal) => {
      const page = await this.#read(cursor, signal);
      this.#pages += 1;
      return { nodes: [...before, ...page.nodes], nextCursor: page.nextCursor };
    });
  }

  /** Whatever is under way is not wanted any more. */
  stop(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
  }

  #run(work: (signal: AbortSignal) => Promise<NodePage>): Promise<boolean> {
    this.#running?.stop.abort();
    this.#isStale = false;
    const stop = new AbortController();
    const running = { stop, done: this.#settle(work, stop.signal) };
    this.#running = running;
    const over = () => {
      if (this.#running === running) this.#running = undefined;
    };
    void running.done.then(over);
    return running.done;
  }

  async #settle(work: (signal: AbortSignal) => Promise<NodePage>, signal: AbortSignal): Promise<boolean> {
    const before = this.state;
    try {
      const { nodes, nextCursor } = await work(signal);
      if (signal.aborted) return false;
      this.state = { kind: "read", nodes, nextCursor, at: this.#now() };
    } catch (error) {
      if (signal.aborted || isAborted(error)) return false;
      const last = before.kind === "unread" ? { nodes: [], nextCursor: null, at: undefined } : before;
      this.state = { kind: "failed", error, nodes: last.nodes, nextCursor: last.nextCursor, at: last.at };
    }
    return markOf(before) !== markOf(this.state);
  }
}

function markOf(state: BranchState): string {
  if (state.kind === "unread") return "unread";
  return `${state.kind} ${state.nextCursor ?? ""} ${state.nodes.map(nodeMark).join(" ")}`;
}
