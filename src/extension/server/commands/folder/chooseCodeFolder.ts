import type { Server } from "../../../../contract/servers.ts";
import { toFolderName } from "../../../../text/files/folderRules.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { folderPathUri } from "../../../base/folderPath.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { findFolderLink } from "../../model/folder/folderLink.ts";
import { getServerLinks } from "../../model/serverLinks.ts";

type NamedServer = Pick<Server, "name" | "slug">;

interface Question {
  readonly title: string;
  readonly action: string;
  readonly server: NamedServer & Pick<Server, "id">;
}

/** Prompts for the folder that gets a folder of the server's name, and returns the latter; undefined: cancelled. */
export async function chooseCodeFolder(
  app: ConnectedServices,
  { title, action, server }: Question,
): Promise<string | undefined> {
  const parent = await promptForParentFolder(app, { title, action });
  if (parent === undefined) return undefined;
  if ((await readOwner(app, parent)) === server.id) return parent;
  return findFolder(app, parent, server, (owner) => owner === undefined || owner === server.id);
}

/** Prompts for a folder to create folders of code in, and starts with the one of the last time. */
export async function promptForParentFolder(
  app: ConnectedServices,
  question: { readonly title: string; readonly action: string },
): Promise<string | undefined> {
  const links = getServerLinks(app);
  const remembered = links.parentFolder();
  const isThere = remembered !== undefined && (await app.documents.isFolder(remembered));
  const parent = await app.documents.promptForFolder({ ...question, ...(isThere && { from: remembered }) });
  if (parent !== undefined) await links.saveParentFolder(parent);
  return parent;
}

/** A folder of the server's name, with a number where that one is connected with a server by its `fairlead.json`. */
export const findUnlinkedFolder = (app: EditorServices, parent: string, server: NamedServer) =>
  findFolder(app, parent, server, (owner) => owner === undefined);

/** A folder that does not exist yet. */
export const findNewCodeFolder = (app: EditorServices, parent: string, server: NamedServer) =>
  findFolder(app, parent, server);

/** The first of `pets`, `pets-2`, `pets-3` that does not exist, or whose owner suits. */
async function findFolder(
  app: EditorServices,
  parent: string,
  { name, slug }: NamedServer,
  suits?: (owner: string | undefined) => boolean,
): Promise<string> {
  const folder = toFolderName(slug ?? name);
  for (let number = 1; ; number += 1) {
    const uri = folderPathUri({ root: parent, path: number === 1 ? folder : `${folder}-${number}` });
    if (!(await app.documents.isFolder(uri)) || suits?.(await readOwner(app, uri))) return uri;
  }
}

/** The server that a folder names; undefined if it names none. Throws if its `fairlead.json` is not valid. */
async function readOwner({ documents }: EditorServices, folder: string): Promise<string | undefined> {
  return (await findFolderLink(documents, folder))?.server.id;
}
