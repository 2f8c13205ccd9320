import {
  commands,
  EventEmitter,
  type ExtensionContext,
  FileType,
  type TreeDataProvider,
  type TreeDragAndDropController,
  type TreeView,
  Uri,
  window,
  workspace,
} from "vscode";
import type { ViewId } from "../../base/ports.ts";
import { viewIds } from "../../base/ports.ts";
import type { Editor } from "../createEditor.ts";
import { onFirstUse } from "../onFirstUse.ts";
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
    const dragAndDropController = createDropController<TreeRow>(id);
    const options = { treeDataProvider: provider, showCollapseAll: true, canSelectMany: true };
    const view: TreeView<TreeRow> = window.createTreeView(id, {
      ...options,
      ...(dragAndDropController && { dragAndDropController }),
    });
    context.subscriptions.push(view, changes);
  }
}

const uriList = "text/uri-list";

/** What a view does with files and folders that are dropped on it: the command asks before anything is sent. */
const dropCommands: Partial<Record<ViewId, { readonly file: string; readonly folder: string }>> = {
  "fairlead.servers": { file: "fairlead.server.generate", folder: "fairlead.server.deploy" },
  "fairlead.skills": { file: "fairlead.skill.publish", folder: "fairlead.skill.publish" },
};

/** undefined: nothing can be dropped on the view. */
function createDropController<Row>(view: ViewId): TreeDragAndDropController<Row> | undefined {
  const dropped = dropCommands[view];
  if (!dropped) return undefined;
  return {
    dropMimeTypes: [uriList],
    dragMimeTypes: [],
    handleDrop: async (_target, data, token) => {
      const list = (await data.get(uriList)?.asString()) ?? "";
      // Lines that begin with # are comments.
      for (const line of list.split(/\r?\n/).filter((one) => /^[^#\s]/.test(one))) {
        if (token.isCancellationRequested) return;
        const uri = Uri.parse(line, true);
        await commands.executeCommand((await isFolder(uri)) ? dropped.folder : dropped.file, uri);
      }
    },
  };
}

/** A link that is dragged from a browser has no file; the command says what it cannot read. */
async function isFolder(uri: Uri): Promise<boolean> {
  try {
    return ((await workspace.fs.stat(uri)).type & FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
