import type { Server } from "../../../../contract/servers.ts";
import { toFolderName } from "../../../../text/files/folderRules.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { folderPathUri } from "../../../base/folderPath.ts";
import type { ConnectionServices } from "../../../connection/connectionServices.ts";
import { findFolderLink } from "../../model/folder/folderLink.ts";
import { getServerLinks } from "../getServerLinks.ts";

export type ChooseCodeFolderContext = EditorServices & ConnectionServices;

interface Question {
  readonly title: string;
  readonly action: string;
  readonly server: Pick<Server, "name" | "slug" | "id">;
}

/** Prompts for the folder that gets a folder of the server's name, and returns the latter; undefined: cancelled. */
export async function chooseCodeFolder(
  app: ChooseCodeFolderContext,
  { title, action, server }: Question,
): Promise<string | undefined> {
  const parent = await promptForParentFolder(app, { title, action });
  if (parent === undefined) return undefined;
  return (await readOwner(app, parent)) === server.id ? parent : findCodeFolder(app, parent, server);
}

/** Prompts for a folder to create folders of code in, and starts with the one of the last time. */
export async function promptForParentFolder(
  app: ChooseCodeFolderContext,
  question: { readonly title: string; readonly action: string },
): Promise<string | undefined> {
  const links = getServerLinks(app);
  const remembered = links.parentFolder();
  const isThere = remembered !== undefined && (await app.documents.isFolder(remembered));
  const parent = await app.documents.promptForFolder({ ...question, ...(isThere && { from: remembered }) });
  if (parent !== undefined) await links.saveParentFolder(parent);
  return parent;
}

/** The folder of a server's name, with a number if that is the folder of another server. */
async function findCodeFolder(app: EditorServices, parent: string, server: Question["server"]): Promise<string> {
  for (const folder of listFolderNames(parent, server)) {
    const owner = (await app.documents.isFolder(folder)) ? await readOwner(app, folder) : undefined;
    if (owner === undefined || owner === server.id) return folder;
  }
  return parent;
}

/** A folder of the server's name, with a number where that one is connected with a server by its `fairlead.json`. */
export async function findUnlinkedFolder(
  app: EditorServices,
  parent: string,
  server: Question["server"],
): Promise<string> {
  for (const folder of listFolderNames(parent, server))
    if (!(await app.documents.isFolder(folder)) || (await readOwner(app, folder)) === undefined) return folder;
  return parent;
}

/** A folder that does not exist yet. */
export async function findNewCodeFolder(
  app: EditorServices,
  parent: string,
  server: Question["server"],
): Promise<string> {
  for (const folder of listFolderNames(parent, server)) if (!(await app.documents.isFolder(folder))) return folder;
  return parent;
}

/** `pets`, `pets-2`, `pets-3`. */
function* listFolderNames(parent: string, { name, slug }: Question["server"]): Generator<string> {
  const folder = toFolderName(slug ?? name);
  for (let number = 1; ; number += 1)
    yield folderPathUri({ root: parent, path: number === 1 ? folder : `${folder}-${number}` });
}

/** The server that a folder names; undefined if it names none. Throws if its `fairlead.json` is not valid. */
async function readOwner({ documents }: EditorServices, folder: string): Promise<string | undefined> {
  return (await findFolderLink(documents, folder))?.server.id;
}
