import type { MarkdownString, TreeItem, TreeView } from "vscode";
import { createPoller } from "../../core/foundation/poller.ts";
import type { Disposable } from "../../core/foundation/ports.ts";
import type { ViewTree } from "../../core/view/trees/viewTree.ts";
import { formatMessageText } from "../../text/plainMessage.ts";
import { setViewContext } from "./contextKeys.ts";
import { createTooltip, createTreeItem } from "./treeItem.ts";
import { createTreeRows, type TreeRow } from "./treeRows.ts";
import type { FairleadViewId } from "./viewIds.ts";

/** A view that VS Code has asked for its content. */
export interface OpenView extends Disposable {
  children(parent: TreeRow | undefined): Promise<readonly TreeRow[]>;
  item(row: TreeRow): TreeItem;
  tooltip(row: TreeRow): MarkdownString | undefined;
  /** As soon as it is seen. */
  refresh(): void;
}

export interface ViewParts {
  readonly id: FairleadViewId;
  readonly tree: ViewTree;
  readonly view: TreeView<TreeRow>;
  /** VS Code is to ask again for these and what is below them, else for all. */
  readonly changed: (rows: readonly TreeRow[] | undefined) => void;
  readonly refreshMs: () => number;
  readonly isFiltered: () => boolean;
  readonly now: () => number;
}

/** The pace while something is deployed or generated: the user waits for it. */
const changingMs = 2000;

/** Shows a tree, and keeps it fresh while it is seen. */
export function openView({ id, tree, view, changed, refreshMs, isFiltered, now }: ViewParts): OpenView {
  const rows = createTreeRows();
  const show = () => {
    const state = tree.state();
    const message = formatMessageText(state.message ?? "");
    // VS Code draws rows that change within 200 ms of a message after those: one that stays is not said again.
    if (message !== (view.message ?? "")) view.message = message;
    const description = state.description ?? "";
    if (description !== (view.description ?? "")) view.description = description;
    setViewContext(id, state, isFiltered());
  };
  const poller = createPoller({
    work: async () => {
      const isFine = await tree.refresh();
      show();
      return isFine;
    },
    everyMs: () => (tree.isChanging() ? Math.min(changingMs, refreshMs()) : refreshMs()),
  });
  const look = () => (view.visible ? poller.start() : poller.stop());
  const listening = [
    view.onDidChangeVisibility(look),
    tree.onDidChange((change) => {
      changed(rows.changed(change));
      show();
    }),
  ];
  look();
  return {
    children: async (parent) => {
      const nodes = await tree.children(parent?.node);
      show();
      return rows.of(nodes);
    },
    item: ({ node }) => createTreeItem(node, now()),
    tooltip: ({ node }) => createTooltip(node, now()),
    refresh: () => {
      tree.invalidate();
      poller.now();
    },
    dispose: () => {
      poller.stop();
      for (const one of listening) one.dispose();
    },
  };
}
