import * as l10n from "@vscode/l10n";
import { unprovenEnd } from "../../../contract/operation.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { Disposable, Memory, ViewId } from "../../base/ports.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { readSelectedProject } from "../../project/model/selectedProject.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import { rowOf, type TreeNode } from "../nodes.ts";
import { acceptsArchived, type ViewFilters, type ViewNarrowing } from "../viewFilters.ts";
import { createFailureNotes, createNoMatchNote, createUnavailableNote, createUnprovenEndNote } from "./noteNodes.ts";
import {
  type BranchChange,
  createTreeBranches,
  hasBranchChange,
  readBranchId,
  rootBranchId,
  type TreeBranch,
  type TreeBranches,
} from "./treeBranch.ts";
import type { NodePage, TreeSource } from "./treeSource.ts";
import { createTreeState, type TreeState } from "./treeState.ts";

/** A text such as "3 min ago" becomes wrong although no item changes. */
const redrawMs = 60_000;

type TreeRedraws = ReturnType<typeof createTreeRedraws>;

/** When VS Code has to draw rows again, and which. */
function createTreeRedraws(now: () => number) {
  const requests = createEmitter<BranchChange>();
  let drawnAt = 0;
  let isRereadPending = false;
  const request = (change: BranchChange) => {
    isRereadPending = false;
    requests.emit(change);
  };
  return {
    onDidRequest: requests.on,
    request,
    /** VS Code draws the first level. */
    markDrawn: () => {
      drawnAt = now();
    },
    /** The next refresh also requests the nodes whose lists are open, so that VS Code reads these again. */
    rereadAtRefresh: () => {
      isRereadPending = true;
    },
    /** Requests what a refresh of the first level changed. */
    requestAfterRefresh: (change: BranchChange, parents: () => readonly TreeNode[]) => {
      const isOld = now() - drawnAt > redrawMs;
      const all = change === "all" || isOld ? "all" : [...(isRereadPending ? parents() : []), ...change];
      if (hasBranchChange(all)) request(all);
    },
  };
}

export interface ViewTreeOptions {
  readonly view: ViewId;
  readonly source: TreeSource;
  readonly connections: Connections;
  readonly filters: ViewFilters;
  readonly memory: Memory;
  readonly versions: VersionFiles;
  readonly now: () => number;
}

/** The views whose lists do not depend on the project. */
const acrossProjects: ReadonlySet<ViewId> = new Set(["fairlead.projects", "fairlead.registry", "fairlead.account"]);

/**
 * The content of a view: paged lists that stay while they cannot be read again, and are dropped with their connection.
 */
export class ViewTree {
  readonly #options: ViewTreeOptions;
  readonly #branches: TreeBranches;
  readonly #redraws: TreeRedraws;
  readonly #subscriptions: readonly Disposable[];
  #scope: string | undefined;
  /** Aborted when the view is hidden, with the lists that are followed until then. */
  #shown: { readonly stop: AbortController; readonly ids: Set<string> } | undefined;

  constructor(options: ViewTreeOptions) {
    const { view, source, connections, filters, now } = options;
    this.#options = options;
    this.#branches = createTreeBranches((...page) => this.#readPage(...page), now);
    this.#redraws = createTreeRedraws(now);
    this.#scope = readSessionScope(connections);
    this.#subscriptions = [
      connections.onDidChange(() => this.#onSessionChange()),
      filters.onDidChange((changed) => {
        if (changed !== view) return;
        this.#branches.clear();
        this.#redraws.request("all");
      }),
      connections.onDidChangeList(() => {
        if (source.unconnected) this.#redraws.request("all");
      }),
    ];
  }

  /** Fires with the nodes that VS Code has to draw again, each with all that is below it. */
  onDidChange(listener: (change: BranchChange) => void): Disposable {
    return this.#redraws.onDidRequest(listener);
  }

  /** The rows of the view's first level, or those below a node. Reads the list if it was not read yet; never throws. */
  async children(parent?: TreeNode): Promise<readonly TreeNode[]> {
    const { connections, source } = this.#options;
    // Only a refresh tries a failed session again.
    const current = connections.session();
    const session = current.kind === "failed" ? current : await connections.connect();
    if (!parent) this.#redraws.markDrawn();
    const known = parent && (rowOf(parent).children?.(parent) ?? source.knownChildren?.(parent));
    if (known) return known;
    if (session.kind !== "connected") return this.#disconnectedRows(session, parent);
    if (parent && !source.children?.(parent)) return [];
    const branch = this.#branches.open(parent);
    await branch.ensure();
    if (branch.state.kind === "read") this.#follow(parent);
    return this.#branchRows(branch);
  }

  /** While the view is visible, the lists that were opened report changes. */
  setVisible(isVisible: boolean): void {
    this.#shown?.stop.abort();
    this.#shown = isVisible ? { stop: new AbortController(), ids: new Set() } : undefined;
    for (const parent of this.#branches.parents()) this.#follow(parent);
  }

  #follow(parent: TreeNode | undefined): void {
    const id = readBranchId(parent);
    if (!parent || !this.#shown || this.#shown.ids.has(id)) return;
    this.#shown.ids.add(id);
    this.#options.source.follow?.(parent, this.#shown.stop.signal);
  }

  /** Reads the first level again; false when that failed. Sends no request without a session. */
  async refresh(): Promise<false | "changed" | "unchanged"> {
    const { connections } = this.#options;
    const before = connections.session();
    const session = await connections.connect();
    if (session.kind !== "connected") {
      if (session !== before) this.#redraws.request("all");
      return session.kind !== "failed" && "changed";
    }
    const branch = this.#branches.open(undefined);
    let change: BranchChange = "all";
    // The first reading is a change even if `children` started it, because VS Code drops results requested before a
    // change.
    if (branch.state.kind === "unread") await branch.ensure();
    else change = await branch.refresh();
    // The lists below changed nodes may have changed too.
    if (hasBranchChange(change)) this.#branches.invalidateNested();
    this.#redraws.requestAfterRefresh(change, () => this.#branches.parents());
    return branch.state.kind !== "failed" && (hasBranchChange(change) ? "changed" : "unchanged");
  }

  /** Any list may be out of date: the next refresh makes VS Code read all open lists again. */
  invalidate(): void {
    this.#branches.invalidateNested();
    this.#redraws.rereadAtRefresh();
  }

  /** Reads one more page of the list that a `more` node ends. */
  async more(branchId: string): Promise<void> {
    const branch = this.#branches.find(branchId);
    const change = await branch?.more();
    if (change && hasBranchChange(change)) this.#redraws.request(branch?.parent ? [branch.parent] : "all");
  }

  /** All rows that were read and are still valid, without a request. */
  nodes(): readonly TreeNode[] {
    return this.#branches.nodes();
  }

  /** Whether a row of the first level is about to change by itself. */
  isChanging(): boolean {
    const { nodes = [] } = this.#branches.find(rootBranchId) ?? {};
    return nodes.some((node) => rowOf(node).isChanging?.(node));
  }

  /** How many requests a refresh sends; a page may need a second list for names or states. */
  countRefreshRequests(): number {
    return 2 * (this.#branches.find(rootBranchId)?.pages ?? 1);
  }

  state(): TreeState {
    const { connections, source, now } = this.#options;
    const { reading } = source;
    const narrowing = this.#narrowing();
    const { state } = this.#branches.find(rootBranchId) ?? {};
    return createTreeState({ session: connections.session(), state, reading, narrowing, now: now() });
  }

  /** The context values of the first level; undefined: not all of it is known. */
  rowContexts(): readonly string[] | undefined {
    const { filter, project } = this.#narrowing();
    const { state } = this.#branches.find(rootBranchId) ?? {};
    if (state?.kind !== "read" || state.nextCursor !== null || filter !== "" || project) return undefined;
    return state.nodes.map((node) => rowOf(node).describe(node, this.#options.now()).context);
  }

  dispose(): void {
    this.setVisible(false);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#branches.clear();
  }

  async #readPage(parent: TreeNode | undefined, cursor: string | undefined, signal: AbortSignal): Promise<NodePage> {
    const { connections, source, versions } = this.#options;
    const session = connections.session();
    const read = parent ? source.children?.(parent) : source.roots;
    if (session.kind !== "connected" || !read) throw new DOMException("There is nothing to read from.", "AbortError");
    const { filter, withArchived, project } = this.#narrowing();
    return read({ client: session.client, versions, filter, withArchived, projectId: project?.id, cursor, signal });
  }

  /** The nodes of a branch, and notes in place of them or after them. */
  #branchRows({ parent, state }: TreeBranch): readonly TreeNode[] {
    const { view, source, filters } = this.#options;
    if (state.kind === "unread") return [];
    const { nodes, nextCursor } = state;
    const of = `${view} ${readBranchId(parent)}`;
    if (state.kind === "failed" && nodes.length === 0) {
      const quiet = createUnavailableNote(of, state.error);
      const unread = parent && source.unreadChildren?.(parent);
      return [...(quiet ? [quiet] : createFailureNotes(of, state.error)), ...(unread ?? [])];
    }
    const filter = filters.read(view);
    const isUnmatched = !parent && nodes.length === 0 && filter !== "";
    const note = isUnmatched ? [createNoMatchNote(view, source.formatNoMatch(filter))] : [];
    return [...note, ...nodes, ...createListEnd(of, nextCursor)];
  }

  /** The rows without a session: the last ones of this window, else why there are none. */
  #disconnectedRows(session: ConnectionSession, parent: TreeNode | undefined): readonly TreeNode[] {
    const { view, source } = this.#options;
    const branch = this.#branches.find(readBranchId(parent));
    if (session.kind === "failed" && branch && branch.nodes.length > 0) return this.#branchRows(branch);
    if (parent) return [];
    const rows = source.unconnected?.() ?? [];
    if (session.kind !== "failed") return rows;
    return [...createFailureNotes(view, session.error, l10n.t("Not connected")), ...rows];
  }

  #narrowing(): ViewNarrowing {
    const { view, filters, memory, connections } = this.#options;
    const project = acrossProjects.has(view) ? undefined : readSelectedProject(memory, connections.scope() ?? "");
    return { filter: filters.read(view), withArchived: acceptsArchived(view) && filters.isArchivedShown(), project };
  }

  /** Reads everything again, and drops lists of another scope. */
  #onSessionChange(): void {
    const scope = readSessionScope(this.#options.connections);
    if (scope === this.#scope) this.#branches.invalidate();
    else {
      this.#branches.clear();
      this.setVisible(this.#shown !== undefined);
    }
    this.#scope = scope;
    this.#redraws.request("all");
  }
}

/** The row that ends a list which goes on, or may. */
function createListEnd(of: string, nextCursor: string | null): readonly TreeNode[] {
  if (nextCursor === null) return [];
  return nextCursor === unprovenEnd ? [createUnprovenEndNote(of)] : [{ kind: "more", of }];
}

/** The scope of the lists; undefined: no connection is signed in. */
function readSessionScope(connections: Connections): string | undefined {
  const { kind } = connections.session();
  return kind === "none" || kind === "signedOut" ? undefined : connections.scope();
}
