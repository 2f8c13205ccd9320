import { showMessage } from "../../core/foundation/showMessage.ts";
import { findNodeVersion } from "../../core/view/findNodeVersion.ts";
import { readDocumentName } from "../../text/documentName.ts";
import type { App, CommandHandler } from "../app.ts";
import { type FindServerContext, findServer } from "./findServer.ts";

/** Saves the files of a version to a folder. */
export const saveCode: CommandHandler<FindServerContext & Pick<App, "client" | "documents" | "versions">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Save Code to Folder",
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: "There is no server with code yet.",
  });
  if (!server) return;
  const version = findNodeVersion(target.node) ?? server.latestVersion;
  if (!server.artifactId || !version) {
    showMessage(app, "info", `${server.name} has no code yet. Generate it first.`);
    return;
  }
  const folder = await app.documents.promptForFolder({
    title: `Save ${server.name} ${version} to`,
    action: "Save Here",
  });
  if (folder === undefined) return;
  const written = await app.documents.writeFolder(folder, await app.versions.list(client, server.artifactId, version));
  if (!written) return;
  showMessage(app, "info", `Saved ${server.name} ${version}: ${written.length} files in ${readDocumentName(folder)}.`);
};
