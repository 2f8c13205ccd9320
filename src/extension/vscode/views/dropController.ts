import { commands, FileType, type TreeDragAndDropController, Uri, workspace } from "vscode";
import type { ViewId } from "../../base/ports.ts";

const uriList = "text/uri-list";

/** What a view does with files and folders that are dropped on it: the command asks before anything is sent. */
const dropCommands: Partial<Record<ViewId, { readonly file: string; readonly folder: string }>> = {
  "fairlead.servers": { file: "fairlead.server.generate", folder: "fairlead.server.deploy" },
  "fairlead.skills": { file: "fairlead.skill.publish", folder: "fairlead.skill.publish" },
};

/** undefined: nothing can be dropped on the view. */
export function createDropController<Row>(view: ViewId): TreeDragAndDropController<Row> | undefined {
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
