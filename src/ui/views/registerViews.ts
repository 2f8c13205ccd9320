import { EventEmitter, type ExtensionContext, type TreeDataProvider, type TreeView, window } from "vscode";
import type { Editor } from "../createEditor.ts";
import { onFirstUse } from "../onFirstUse.ts";
import type { OpenView } from "./openView.ts";
import type { TreeRow } from "./treeRows.ts";
import { viewIds } from "./viewIds.ts";

/** The views, empty until VS Code asks one of them for its content. */
export function registerViews(context: ExtensionContext, editor: () => Promise<Editor>): void {
  for (const id of viewIds) {
    const changes = new EventEmitter<TreeRow[] | undefined>();
    let opened: OpenView | undefined;
    const content = onFirstUse(async () => {
      opened = (await editor()).openView(id, view, (rows) => changes.fire(rows && [...rows]));
      return opened;
    });
    const provider: TreeDataProvider<TreeRow> = {
      onDidChangeTreeData: changes.event,
      getChildren: async (parent) => [...(await (await content()).children(parent))],
      // VS Code asks for all rows at once: a promise for each would take longer than the row.
      getTreeItem: (row) => opened?.item(row) ?? content().then((it) => it.item(row)),
      resolveTreeItem: async (item, row) => Object.assign(item, { tooltip: (await content()).tooltip(row) }),
    };
    // Two versions are compared by selecting both.
    const options = { treeDataProvider: provider, showCollapseAll: true, canSelectMany: id === "fairlead.registry" };
    const view: TreeView<TreeRow> = window.createTreeView(id, options);
    context.subscriptions.push(view, changes);
  }
}
