import { readDocumentName } from "../../../../text/documentName.ts";
import { folderLinkName } from "../../../../text/files/folderRules.ts";
import { isAbortError, readErrorMessage } from "../../../base/failure.ts";
import type { ConnectedServices } from "../../../connection/connectionServices.ts";
import { type FolderLink, formatFolderLink } from "../../model/folder/folderLink.ts";
import { getServerLinks } from "../getServerLinks.ts";

/** A link to a server of the active connection, unless it names another. */
type NewFolderLink = Pick<FolderLink, "server"> &
  Partial<Pick<FolderLink, "$schema" | "connection" | "version" | "digest" | "base">>;

/** Writes `fairlead.json`. A folder that cannot be written to stays known by its path, and is deployed all the same. */
export async function saveFolderLink(
  app: ConnectedServices,
  folder: string,
  { connection = app.connections.active()?.name ?? "", server: { id, name }, ...link }: NewFolderLink,
): Promise<void> {
  await getServerLinks(app).saveFolder(folder, id);
  try {
    await app.documents.changeFolder(folder, {
      write: [formatFolderLink({ ...link, server: { id, name }, connection })],
    });
  } catch (error) {
    if (isAbortError(error)) throw error;
    app.log.warning(
      `${folderLinkName} could not be written to ${readDocumentName(folder)}: ${readErrorMessage(error)}`,
    );
  }
}
