import type { ConnectionSession } from "../../connection/connectionSession.ts";
import type { Connections } from "../../connection/connections.ts";
import { createEmitter } from "../../foundation/emitter.ts";
import type { Disposable, Memory, ViewId } from "../../foundation/ports.ts";
import { readSelectedProject, type SelectedProject } from "../../project/selectedProject.ts";
import type { VersionFiles } from "../../registry/versionFiles.ts";
import { rowOf, type TreeNode } from "../nodes.ts";
import type { ViewFilters } from "../viewFilters.ts";
import { createBranchRows, rootBranchId } from "./branchRows.ts";
import { type CachedList, type CachedLists, createCachedLists, createCachedRows } from "./cachedLists.ts";
import { createFailureNotes, createRetryNote } from "./noteNodes.ts";
import { type BranchChange, hasBranchChange, TreeBranch } from "./treeBranch.ts";
import type { NodePage, TreeSource } from "./treeSource.ts";
import { createTreeState, isNeverRead, type TreeState } from "./treeState.ts";

export interface ViewTreeOptions {
  readonly view: ViewId;
  readonly source: TreeSource;
  readonly connections: Connections;
  readonly filters: ViewFilters;
  readonly memory: Memory;
  readonly versions: VersionFiles;
  readonly now: () => number;
}

/** What they show belongs to no project. */
const acrossProjects: ReadonlySet<ViewId> = new Set(["fairlead.projects", "fairlead.registry", "fairlead.account"]);
/** "3 min ago" grows old although nothing changed. */
const redrawMs = 60_000;

/** A view's content: lists read page by page, kept while they cannot be read again, gone with their connection. */
export class ViewTree {
  readonly view: ViewId;
  readonly #parts: ViewTreeOptions;
  readonly #branches = new Map<string, { readonly branch: TreeBranch; parent: TreeNode | undefined }>();
  readonly #kept: CachedLists;
  readonly #changes = createEmitter<BranchChange>();
  readonly #subscriptions: readonly Disposable[];
  #scope: string | undefined;
  #drawnAt = 0;
  #mustTell = false;

  constructor(parts: ViewTreeOptions) {
    this.view = parts.view;
    this.#parts = parts;
    this.#kept = createCachedLists(parts.view, parts.connections, parts.memory);
    this.#scope = scopeOf(parts.connections);
    this.#subscriptions = [
      parts.connections.onDidChange(() => this.#sessionChanged()),
      parts.filters.onDidChange((view) => {
        if (view === this.view) this.startOver();
      }),
      parts.connections.onDidChangeList(() => {
        if (parts.source.unconnected) this.#tell("all");
      }),
    ];
  }

  /** Tells what has to be drawn anew: nodes with all that is below them. */
  onDidChange(listener: (change: BranchChange) => void): Disposable {
    return this.#changes.on(listener);
  }

  /** The view's first level, or what is below a node. Reads what was not read yet; never throws. */
  async children(parent?: TreeNode): Promise<readonly TreeNode[]> {
    const session = await this.#settled();
    if (!parent) this.#drawnAt = this.#parts.now();
    const fixed = parent && (rowOf(parent).children?.(parent) ?? this.#parts.source.fixed?.(parent));
    if (fixed && fixed.length > 0) return fixed;
    if (session.kind !== "connected") return this.#unconnected(session, parent);
    const branch = this.#branchOf(parent);
    if (!branch) return [];
    await branch.ensure();
    return this.#shown(branchId(parent), branch);
  }

  /** Reads again what is shown; answers whether that worked. Nothing is asked without a session. */
  async refresh(): Promise<boolean> {
    const before = this.#parts.connections.session();
    const session = await this.#parts.connections.connect();
    if (session.kind !== "connected") {
      if (session !== before) this.#tell("all");
      return session.kind !== "failed";
    }
    const root = this.#branchOf(undefined);
    if (!root) return true;
    // Told also where another one read it: VS Code drops what it asked for before it was told of a change.
    const first = async (): Promise<BranchChange> => root.ensure().then(() => "all");
    this.#refreshed(await (root.state.kind === "unread" ? first() : root.refresh()));
    return root.state.kind !== "failed";
  }

  /** What was read of any node may be wrong: the next refresh is followed by reading all that is open. */
  invalidate(): void {
    this.#invalidateBelow();
    this.#mustTell = true;
  }

  /** Everything is read anew: what is asked for changed. */
  startOver(): void {
    for (const { branch } of this.#branches.values()) branch.stop();
    this.#branches.clear();
    this.#tell("all");
  }

  /** One page more of the list that a `more` node ends. */
  async more(branchId: string): Promise<void> {
    const entry = this.#branches.get(branchId);
    const change = await entry?.branch.more();
    if (change && hasBranchChange(change)) this.#tell(entry?.parent ? [entry.parent] : "all");
  }

  /** Whether something that is shown is about to change by itself. */
  isMoving(): boolean {
    const nodes = this.#branches.get(rootBranchId)?.branch.nodes ?? [];
    return nodes.some((node) => rowOf(node).isChanging?.(node));
  }

  face(): TreeState {
    const session = this.#parts.connections.session();
    const state = this.#branches.get(rootBranchId)?.branch.state;
    return createTreeState({
      session,
      state,
      narrowing: this.#narrowing(),
      kept: this.#keptList(),
      now: this.#parts.now(),
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const { branch } of this.#branches.values()) branch.stop();
  }

  /** What was read last: in this window, else before its start. */
  #unconnected(session: ConnectionSession, parent: TreeNode | undefined): readonly TreeNode[] {
    const id = branchId(parent);
    const branch = this.#branches.get(id)?.branch;
    if (session.kind === "failed" && branch && branch.nodes.length > 0) return this.#shown(id, branch);
    if (parent) return [];
    const known = this.#parts.source.unconnected?.() ?? [];
    if (session.kind !== "failed") return known;
    const kept = this.#keptRows(session.error);
    if (kept) return kept;
    return [...createFailureNotes(this.view, session.error, `Not connected to ${session.connection.name}`), ...known];
  }

  /** What was read before this window's start. */
  #keptRows(error: unknown): readonly TreeNode[] | undefined {
    const kept = this.#keptList();
    return kept && [createRetryNote(this.view, error), ...createCachedRows(this.view, kept)];
  }

  #keptList(): CachedList | undefined {
    if (this.#parts.filters.read(this.view) !== "") return undefined;
    return this.#kept.read(this.#projectId());
  }

  #branchOf(parent: TreeNode | undefined): TreeBranch | undefined {
    const id = branchId(parent);
    const known = this.#branches.get(id);
    if (known) {
      // What is below it was read with what it was then.
      if (parent && known.parent && !isSameRevision(parent, known.parent)) known.branch.invalidate();
      known.parent = parent;
      return known.branch;
    }
    if (parent && !this.#parts.source.children?.(parent)) return undefined;
    const branch = new TreeBranch((cursor, signal) => this.#read(id, cursor, signal), this.#parts.now);
    this.#branches.set(id, { branch, parent });
    return branch;
  }

  async #read(id: string, cursor: string | undefined, signal: AbortSignal): Promise<NodePage> {
    const session = this.#parts.connections.session();
    const entry = this.#branches.get(id);
    // The parent as it is now: what it was opened with may have changed.
    const read = entry?.parent ? this.#parts.source.children?.(entry.parent) : this.#parts.source.roots;
    if (session.kind !== "connected" || !entry || !read)
      throw new DOMException("It is not wanted any more.", "AbortError");
    const { client } = session;
    const projectId = this.#project()?.id;
    const filter = this.#parts.filters.read(this.view);
    const page = await read({ client, versions: this.#parts.versions, filter, projectId, cursor, signal });
    // What is known without the service needs no copy.
    const isWhole = id === rootBranchId && cursor === undefined && filter === "" && !this.#parts.source.unconnected;
    if (isWhole && !signal.aborted) {
      this.#kept.keep(this.#projectId(), page.nodes, this.#parts.now());
    }
    return page;
  }

  #shown(id: string, { state }: TreeBranch): readonly TreeNode[] {
    const kept = id === rootBranchId && isNeverRead(state) ? this.#keptRows(state.error) : undefined;
    if (kept) return kept;
    const { plural } = this.#parts.source;
    return createBranchRows({ view: this.view, id, plural, filter: this.#parts.filters.read(this.view) }, state);
  }

  /** What the view is narrowed to. */
  #narrowing(): readonly string[] {
    const filter = this.#parts.filters.read(this.view);
    const project = acrossProjects.has(this.view) ? undefined : this.#project();
    return [...(project ? [project.name] : []), ...(filter ? [`"${filter}"`] : [])];
  }

  #project(): SelectedProject | undefined {
    return readSelectedProject(this.#parts.memory, this.#parts.connections.scope() ?? "");
  }

  #projectId(): string | undefined {
    return acrossProjects.has(this.view) ? undefined : this.#project()?.id;
  }

  /** How the session stands once it does. What failed is tried again by refreshing, not by looking. */
  #settled(): Promise<ConnectionSession> {
    const session = this.#parts.connections.session();
    return session.kind === "failed" ? Promise.resolve(session) : this.#parts.connections.connect();
  }

  /** What is below changed nodes may have changed too. */
  #refreshed(change: BranchChange): void {
    if (hasBranchChange(change)) this.#invalidateBelow();
    const opened = this.#mustTell ? [...this.#branches.values()].flatMap(({ parent }) => parent ?? []) : [];
    const isOld = this.#parts.now() - this.#drawnAt > redrawMs;
    const all: BranchChange = change === "all" || isOld ? "all" : [...opened, ...change];
    if (hasBranchChange(all)) this.#tell(all);
  }

  #invalidateBelow(): void {
    for (const [id, { branch }] of this.#branches) if (id !== rootBranchId) branch.invalidate();
  }

  #tell(change: BranchChange): void {
    this.#mustTell = false;
    this.#changes.emit(change);
  }

  #sessionChanged(): void {
    const scope = scopeOf(this.#parts.connections);
    if (scope !== this.#scope) {
      this.#scope = scope;
      this.startOver();
      return;
    }
    for (const { branch } of this.#branches.values()) branch.invalidate();
    this.#tell("all");
  }
}

/** What is read belongs to it; to nobody where one is signed out. */
function scopeOf(connections: Connections): string | undefined {
  const { kind } = connections.session();
  return kind === "none" || kind === "signedOut" ? undefined : connections.scope();
}

const branchId = (parent: TreeNode | undefined) => (parent ? rowOf(parent).id(parent) : rootBranchId);

const isSameRevision = (one: TreeNode, other: TreeNode) => rowOf(one).revision(one) === rowOf(other).revision(other);
