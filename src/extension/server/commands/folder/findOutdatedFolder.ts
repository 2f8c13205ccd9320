import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { readDocumentName } from "../../../../text/documentName.ts";
import type { EditorServices } from "../../../base/editorServices.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import { findServerFolder } from "../../model/folder/findServerFolder.ts";
import { findFolderLink, readMergeBase } from "../../model/folder/folderLink.ts";
import { type FolderUpdateOutcome, type UpdateServerFolderContext, updateServerFolder } from "./updateServerFolder.ts";

/** The folder of a server that does not have the server's latest version yet. */
export interface OutdatedFolder {
  readonly name: string;
  /** Shows what the version changes in the folder, and merges it. */
  update(): Promise<FolderUpdateOutcome>;
}

/** undefined: the server has no folder, or the folder has the latest version. */
export async function findOutdatedFolder(
  app: UpdateServerFolderContext,
  client: ServiceClient,
  server: Server,
): Promise<OutdatedFolder | undefined> {
  const { latestVersion: version } = server;
  const folder = await findServerFolder(app, server.id);
  if (!version || !server.artifactId || folder === undefined) return undefined;
  const link = await readLink(app, folder);
  if (!link || readMergeBase(link) === version || link.version === version) return undefined;
  return {
    name: readDocumentName(folder),
    update: () => updateServerFolder(app, client, { server, version, folder }),
  };
}

/** undefined: there is none, or it cannot be read, which a deployment of the folder reports. */
async function readLink({ documents, log }: EditorServices, folder: string) {
  try {
    return await findFolderLink(documents, folder);
  } catch (error) {
    log.warning(readErrorMessage(error));
    return undefined;
  }
}
