import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { findServerFolder } from "../model/folder/findServerFolder.ts";
import { readFolderState } from "../model/folder/folderChanges.ts";
import { deployFolder } from "./deploy/deployFolder.ts";
import { deployVersion } from "./deployVersion.ts";
import { findServer, onServer } from "./findServer.ts";
import { type GenerateServerContext, generateServer } from "./generateServer.ts";

/** Deploys a server, a version of it, or the code of a folder. A server with an edited folder gets what the folder has. */
export const deployServer: CommandHandler<GenerateServerContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const { resource, node } = target;
  if (resource !== undefined) return deployFolderOnce(app, client, resource);
  const server = await findServer(app, client, target, {
    title: l10n.t("Deploy a Server"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("No server has code to deploy yet."),
  });
  if (!server) return;
  if (node?.kind === "version") return deployVersion(app, client, server, node.version.version);
  if (node?.kind === "deployment") return deployVersion(app, client, server, node.deployment.version);
  const folder = node === undefined || node.kind === "server" ? await findEditedFolder(app, server.id) : undefined;
  if (folder !== undefined) return deployFolderOnce(app, client, folder);
  if (server.latestVersion) return deployVersion(app, client, server, server.latestVersion);
  showMessage(app, "info", l10n.t`${server.name} has no version to deploy yet.`, {
    [l10n.t("Generate")]: () => generateServer(app, target),
  });
};

/** Deploys a version of a server, by default the latest, beside the live one. */
export const deployPreview = onServer<GenerateServerContext>(
  {
    title: l10n.t("Deploy as Preview"),
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: l10n.t("No server has code to deploy yet."),
  },
  async (app, { client, server }, { node }) => {
    // Services of others have neither.
    if (server.runsOn === undefined)
      return showMessage(app, "info", l10n.t`The service runs no previews. Deploy ${server.name} instead.`);
    const version = node?.kind === "version" ? node.version.version : server.latestVersion;
    return deployVersion(app, client, server, version, { isPreview: true });
  },
);

async function deployFolderOnce(app: GenerateServerContext, client: ServiceClient, folder: string): Promise<void> {
  const flow = await app.deployFlows.run(folder, () => deployFolder(app, client, folder));
  if (!flow) showMessage(app, "info", l10n.t`${readDocumentName(folder)} is being deployed already.`);
}

/** The folder of a server, unless it holds what its version has. */
async function findEditedFolder(app: GenerateServerContext, serverId: string): Promise<string | undefined> {
  const folder = await findServerFolder(app, serverId);
  if (folder === undefined) return undefined;
  await app.documents.save(folder);
  return (await readFolderState(app.documents, folder)).kind === "same" ? undefined : folder;
}
