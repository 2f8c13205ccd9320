import type { TreeView } from "vscode";
import { createEmitter } from "../../base/emitter.ts";
import type { Polling } from "../../base/polling.ts";
import { type Disposable, deploymentViews, isAboutDeployments, type ViewId } from "../../base/ports.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import type { ViewTrees } from "../../workbench/tree/viewTrees.ts";
import { type OpenView, openView, type ViewParts } from "./openView.ts";
import type { TreeRow } from "./treeRows.ts";

/** The views whose content VS Code has requested. */
export class OpenViews implements Disposable {
  readonly #trees: ViewTrees;
  readonly #polling: Polling;
  readonly #changes = createEmitter<ViewId>();
  readonly #views = new Map<ViewId, OpenView>();

  constructor(trees: ViewTrees, polling: Polling) {
    this.#trees = trees;
    this.#polling = polling;
  }

  open(id: ViewId, view: TreeView<TreeRow>, fireChange: ViewParts["fireChange"]): OpenView {
    const onChange = () => this.#onChange(id);
    const opened = openView({ id, tree: this.#trees[id], view, fireChange, onChange, polling: this.#polling });
    this.#views.set(id, opened);
    return opened;
  }

  /** Refreshes the open ones among these views. */
  refresh(ids: readonly ViewId[]): void {
    for (const id of ids) this.#views.get(id)?.refresh();
  }

  /** Fires when the poll of a view finds a change. */
  onDidChange(listener: (id: ViewId) => void): Disposable {
    return this.#changes.on(listener);
  }

  /** Views about the same things show the same state. */
  #onChange(id: ViewId): void {
    if (isAboutDeployments([id]))
      for (const other of deploymentViews) if (other !== id) this.#views.get(other)?.follow();
    this.#changes.emit(id);
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
