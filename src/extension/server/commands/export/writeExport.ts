import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import type { ExportedFile } from "../../../../export/exportedServer.ts";
import { readDocumentName } from "../../../../text/documentName.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import { folderPathUri } from "../../../base/folderPath.ts";
import { showMessage } from "../../../base/showMessage.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { findNewCodeFolder, findUnlinkedFolder } from "../folder/chooseCodeFolder.ts";

interface Export {
  readonly server: Server;
  /** The server and its version. */
  readonly called: string;
  readonly parent: string;
}

const mostNames = 6;

/** Writes the files to a folder of the server's name, and asks before it replaces any. Returns the folder; undefined: nothing was written. */
export async function writeExport(
  app: ConnectedServices,
  { server, called, parent }: Export,
  files: readonly ExportedFile[],
): Promise<string | undefined> {
  const { documents } = app;
  const folder = await findUnlinkedFolder(app, parent, server);
  if (!(await documents.isFolder(folder))) return await write(app, folder, files);
  await documents.save(folder);
  const { added, replaced } = await compareFiles(app, folder, files);
  const name = readDocumentName(folder);
  if (added.length + replaced.length === 0) {
    showMessage(app, "info", l10n.t`${name} already has this export of ${called}.`);
    return undefined;
  }
  const [replace, newFolder] = [l10n.t("Replace"), l10n.t("New Folder")];
  const answer = await app.prompts.decide({
    message: l10n.t`Export ${called} into ${name}, which exists already?`,
    detail: describeFiles(added, replaced),
    actions: [replace, newFolder],
  });
  if (answer === undefined) return undefined;
  if (answer === replace) return await write(app, folder, [...added, ...replaced]);
  return await write(app, await findNewCodeFolder(app, parent, server), files);
}

async function write({ documents }: ConnectedServices, folder: string, files: readonly ExportedFile[]) {
  await documents.changeFolder(folder, { write: files });
  return folder;
}

/** The files that the folder does not have, and those that it has with another content. */
async function compareFiles({ documents }: ConnectedServices, folder: string, files: readonly ExportedFile[]) {
  const [added, replaced]: [ExportedFile[], ExportedFile[]] = [[], []];
  for (const file of files) {
    const bytes = await documents.readFile(folderPathUri({ root: folder, path: file.path }));
    if (!bytes) added.push(file);
    else if (Buffer.compare(bytes, file.bytes) !== 0) replaced.push(file);
  }
  return { added, replaced };
}

function describeFiles(added: readonly ExportedFile[], replaced: readonly ExportedFile[]): string {
  const list = (files: readonly ExportedFile[]) =>
    formatFirst(
      files.map(({ path }) => path),
      mostNames,
    );
  return [
    replaced.length > 0 ? l10n.t`Replaced: ${list(replaced)}.` : l10n.t("No file is replaced."),
    ...(added.length > 0 ? [l10n.t`Added: ${list(added)}.`] : []),
    l10n.t("Other files of the folder stay."),
  ].join("\n");
}
