import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { findFileToRead } from "../../../client/files/packServerFolder.ts";
import type { Server } from "../../../contract/servers.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { folderPathUri } from "../../base/folderPath.ts";
import type { PageOptions } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { onServer } from "./findServer.ts";

/** Opens the main file of a version. */
export async function openCode(
  app: EditorServices & RegistryServices,
  client: ServiceClient,
  { name, artifactId, latestVersion }: Server,
  { version = latestVersion, ...options }: PageOptions & { readonly version?: Server["latestVersion"] } = {},
): Promise<void> {
  if (!artifactId || !version) return showMessage(app, "info", l10n.t`${name} has no code yet. Generate it first.`);
  const files = await app.versions.list(client, artifactId, version);
  const path = findFileToRead(files);
  if (path !== undefined) await app.documents.show(versionFileUri({ name, artifactId, version, path }), options);
}

/** Opens the main file of a folder of code. */
export async function openFolderCode(
  { documents }: EditorServices,
  folder: string,
  options: PageOptions = {},
): Promise<void> {
  const path = findFileToRead(await documents.readFolder(folder));
  if (path !== undefined) await documents.show(folderPathUri({ root: folder, path }), options);
}

/** Opens the code of a version; on a server, of its latest one. */
export const openVersion = onServer<ConnectedServices & RegistryServices>(
  {
    title: l10n.t("Open Code"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("There is no server with code yet."),
  },
  async (app, { client, server }, target) => {
    const { node } = target;
    await openCode(app, client, server, node?.kind === "version" ? { version: node.version.version } : {});
  },
);
