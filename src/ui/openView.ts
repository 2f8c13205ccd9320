import type { MarkdownString, TreeItem, TreeView } from "vscode";
import type { Node } from "../core/nodes.ts";
import { createPoller } from "../core/poller.ts";
import type { Disposable } from "../core/ports.ts";
import type { Tree } from "../core/trees/tree.ts";
import { messageText } from "../core/unclickable.ts";
import { tellView } from "./context.ts";
import { tooltipOf, treeItem } from "./treeItem.ts";
import type { OwnViewId } from "./viewIds.ts";

/** A view that VS Code has asked for its content. */
export interface OpenView extends Disposable {
  children(parent: Node | undefined): Promise<readonly Node[]>;
  item(node: Node): TreeItem;
  tooltip(node: Node): MarkdownString | undefined;
  /** As soon as it is seen. */
  refresh(): void;
}

export interface ViewParts {
  readonly id: OwnViewId;
  readonly tree: Tree;
  readonly view: TreeView<Node>;
  /** VS Code is to ask again. */
  readonly changed: () => void;
  readonly refreshMs: () => number;
  readonly isFiltered: () => boolean;
  readonly now: () => number;
}

/** The pace while something is deployed or generated: the user waits for it. */
const movingMs = 2000;

/** Shows a tree, and keeps it fresh while it is seen. */
export function openView({ id, tree, view, changed, refreshMs, isFiltered, now }: ViewParts): OpenView {
  const show = () => {
    const face = tree.face();
    // The types want a string; undefined is what takes a message away.
    view.message = messageText(face.message ?? "");
    view.description = face.description ?? "";
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
    tree.onDidChange(() => {
      show();
      changed();
    }),
  ];
  look();
  return {
    children: async (parent) => {
      const nodes = await tree.children(parent);
      show();
      return nodes;
    },
    item: (node) => treeItem(node, now()),
    tooltip: (node) => tooltipOf(node, now()),
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
