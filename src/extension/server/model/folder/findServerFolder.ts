import type { EditorDocuments, Memory } from "../../../base/ports.ts";
import type { Connections } from "../../../connection/model/connections.ts";
import { getServerLinks, type ServerLinks } from "../serverLinks.ts";
import { type FolderLink, findFolderLink } from "./folderLink.ts";

export interface ServerFoldersContext {
  readonly documents: Pick<EditorDocuments, "findServerFolders" | "isFolder" | "readFile">;
  readonly memory: Memory;
  readonly connections: Pick<Connections, "active" | "scope">;
}

/** The folder of a server's code: the one used last, else one of the workspace. */
export async function findServerFolder(app: ServerFoldersContext, serverId: string): Promise<string | undefined> {
  return (await locateServerFolders(app)).folderOf(serverId);
}

/** Updates where folders are: they may be renamed, moved, removed, or cloned with their repository. */
export async function locateServerFolders(app: ServerFoldersContext): Promise<ServerLinks> {
  const links = getServerLinks(app);
  const connection = app.connections.active()?.name;
  const before = links.folders();
  const [remembered, found] = await Promise.all([
    Promise.all(Object.entries(before).map((entry) => checkFolder(app, ...entry))),
    app.documents.findServerFolders().then((all) => Promise.all(all.map((uri) => readFolder(app, uri, connection)))),
  ]);
  // Those used before stay behind the others, in their order.
  const folders = Object.fromEntries(found.flat());
  for (const [uri, serverId] of remembered.flat()) {
    delete folders[uri];
    folders[uri] = serverId;
  }
  const isOutdated = JSON.stringify(before) !== JSON.stringify(links.folders());
  // A folder that was saved meanwhile is not in the list.
  if (!isOutdated && JSON.stringify(folders) !== JSON.stringify(before)) await links.replaceFolders(folders);
  return links;
}

type Entries = readonly (readonly [uri: string, serverId: string])[];

async function readFolder(app: ServerFoldersContext, uri: string, connection: string | undefined): Promise<Entries> {
  const link = await readLink(app, uri);
  return link && link.connection === connection ? [[uri, link.server.id]] : [];
}

/** A folder that was used before there was a `fairlead.json` stays known by its path. */
async function checkFolder(app: ServerFoldersContext, uri: string, serverId: string): Promise<Entries> {
  const link = await readLink(app, uri);
  const isKnown = link ? link.server.id === serverId : await app.documents.isFolder(uri);
  return isKnown ? [[uri, serverId]] : [];
}

/** undefined: there is none, or it is not valid, which a deployment of the folder reports. */
async function readLink({ documents }: ServerFoldersContext, uri: string): Promise<FolderLink | undefined> {
  try {
    return await findFolderLink(documents, uri);
  } catch {
    return undefined;
  }
}
