import type { MarkdownString, TreeItem, TreeView } from "vscode";
import { createPoller } from "../../core/foundation/poller.ts";
import type { Disposable } from "../../core/foundation/ports.ts";
import type { Tree } from "../../core/view/trees/viewTree.ts";
import { messageText } from "../../text/plainMessage.ts";
import { tellView } from "./contextKeys.ts";
import { tooltipOf, treeItem } from "./treeItem.ts";
import { createRows, type Row } from "./treeRows.ts";
import type { OwnViewId } from "./viewIds.ts";

/** A view that VS Code has asked for its content. */
export interface OpenView extends Disposable {
  children(parent: Row | undefined): Promise<readonly Row[]>;
  item(row: Row): TreeItem;
  tooltip(row: Row): MarkdownString | undefined;
  /** As soon as it is seen. */
  refresh(): void;
}

export interface ViewParts {
  readonly id: OwnViewId;
  readonly tree: Tree;
  readonly view: TreeView<Row>;
  /** VS Code is to ask again for these and what is below them, else for all. */
  readonly changed: (rows: readonly Row[] | undefined) => void;
  readonly refreshMs: () => number;
  readonly isFiltered: () => boolean;
  readonly now: () => number;
}

/** The pace while something is deployed or generated: the user waits for it. */
const movingMs = 2000;

/** Shows a tree, and keeps it fresh while it is seen. */
export function openView({ id, tree, view, changed, refreshMs, isFiltered, now }: ViewParts): OpenView {
  const rows = createRows();
  const show = () => {
    const face = tree.face();
    const message = messageText(face.message ?? "");
    // VS Code draws rows that change within 200 ms of a message after those: one that stays is not said again.
    if (message !== (view.message ?? "")) view.message = message;
    const description = face.description ?? "";
    if (description !== (view.description ?? "")) view.description = description;
    tellView(id, face, isFiltered());
  };
  const poller = createPoller({
    work: async () => {
      const isFine = await tree.refresh();
      show();
      return isFine;
    },
    everyMs: () => (tree.isMoving() ? Math.min(movingMs, refreshMs()) : refreshMs()),
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
    item: ({ node }) => treeItem(node, now()),
    tooltip: ({ node }) => tooltipOf(node, now()),
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
