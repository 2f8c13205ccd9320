import { EventEmitter, type ExtensionContext, type TreeDataProvider, type TreeView, window } from "vscode";
import { onFirstUse } from "../../../text/onFirstUse.ts";
import { viewIds } from "../../base/ports.ts";
import type { Editor } from "../createEditor.ts";
import type { OpenView } from "./openView.ts";
import type { TreeRow } from "./treeRows.ts";

/** Registers the views. VS Code loads their code when it requests the content of one. */
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
      // VS Code requests all rows at once, and a promise for each row takes longer than the row itself.
      getTreeItem: (row) => opened?.item(row) ?? content().then((loaded) => loaded.item(row)),
      resolveTreeItem: async (item, row) => Object.assign(item, { tooltip: (await content()).tooltip(row) }),
    };
    const view: TreeView<TreeRow> = window.createTreeView(id, {
      treeDataProvider: provider,
      showCollapseAll: true,
      canSelectMany: true,
    });
    context.subscriptions.push(view, changes);
  }
}
