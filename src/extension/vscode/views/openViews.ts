import type { TreeView } from "vscode";
import type { Polling } from "../../base/polling.ts";
import type { Disposable, ViewId } from "../../base/ports.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import type { ViewTrees } from "../../workbench/tree/viewTrees.ts";
import { type OpenView, openView, type ViewParts } from "./openView.ts";
import type { TreeRow } from "./treeRows.ts";

/** The views whose content VS Code has requested. */
export class OpenViews implements Disposable {
  readonly #trees: ViewTrees;
  readonly #polling: Polling;
  readonly #views = new Map<ViewId, OpenView>();

  constructor(trees: ViewTrees, polling: Polling) {
    this.#trees = trees;
    this.#polling = polling;
  }

  open(id: ViewId, view: TreeView<TreeRow>, fireChange: ViewParts["fireChange"]): OpenView {
    const opened = openView({ id, tree: this.#trees[id], view, fireChange, polling: this.#polling });
    this.#views.set(id, opened);
    return opened;
  }

  /** Refreshes the open ones among these views. */
  refresh(ids: readonly ViewId[]): void {
    for (const id of ids) this.#views.get(id)?.refresh();
  }

  /** The rows that a keyboard shortcut of a view is about. */
  async focusedNodes(id: ViewId): Promise<readonly TreeNode[]> {
    return (await this.#views.get(id)?.focusedNodes()) ?? [];
  }

  /** Runs a command of the welcome text of a view. */
  async runWelcomeCommand(id: ViewId, work: () => Promise<void>): Promise<void> {
    const view = this.#views.get(id);
    await (view ? view.runWelcomeCommand(work) : work());
  }

  dispose(): void {
    for (const view of this.#views.values()) view.dispose();
  }
}
