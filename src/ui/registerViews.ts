import { EventEmitter, type ExtensionContext, type TreeDataProvider, type TreeView, window } from "vscode";
import type { Node } from "../core/nodes.ts";
import type { Editor } from "./editor.ts";
import { onFirstUse } from "./onFirstUse.ts";
import { viewIds } from "./viewIds.ts";

/** The views, empty until VS Code asks one of them for its content. */
export function registerViews(context: ExtensionContext, editor: () => Promise<Editor>): void {
  for (const id of viewIds) {
    const changes = new EventEmitter<Node | undefined>();
    const content = onFirstUse(async () => (await editor()).openView(id, view, () => changes.fire(undefined)));
    const provider: TreeDataProvider<Node> = {
      onDidChangeTreeData: changes.event,
      getChildren: async (parent) => [...(await (await content()).children(parent))],
      getTreeItem: async (node) => (await content()).item(node),
    };
    // Two versions are compared by selecting both.
    const options = { treeDataProvider: provider, showCollapseAll: true, canSelectMany: id === "fairlead.registry" };
    const view: TreeView<Node> = window.createTreeView(id, options);
    context.subscriptions.push(view, changes);
  }
}
