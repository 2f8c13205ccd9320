import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type Server, serverTemplates } from "../../../contract/servers.ts";
import { readDocumentName } from "../../../text/documentName.ts";
import { type CommandHandler, runCancellable } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { useLocalByDefault } from "../../connection/commands/useLocalService.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { ProjectChoice } from "../../project/commands/projectChoice.ts";
import { askNewServer, createServerInProject, type NewServer } from "./askNewServer.ts";
import { deployFolder } from "./deploy/deployFolder.ts";
import type { DeployVersionContext } from "./deployVersion.ts";
import { findNewCodeFolder, promptForParentFolder } from "./folder/chooseCodeFolder.ts";
import { updateServerFolder } from "./folder/updateServerFolder.ts";
import { openFolderCode } from "./openCode.ts";
import { runGeneration } from "./runGeneration.ts";

const title = l10n.t("New Server from Template");

/** Creates a small server to edit, in a folder to deploy from. */
export const createServer: CommandHandler<DeployVersionContext> = async (app) => {
  await useLocalByDefault(app);
  const client = await app.client();
  if (!client) return;
  const fresh: NewServer = { name: l10n.t("My server"), project: undefined };
  const newServer = await askNewServer(app, client, title, fresh);
  if (!newServer) return;
  const parent = await promptForParentFolder(app, {
    title: l10n.t`Where to put the folder of ${newServer.name}`,
    action: l10n.t("Create Here"),
  });
  if (parent === undefined) return;
  const ended = await runCancellable(app.progress, l10n.t`Creating ${newServer.name}`, (report, signal) =>
    createFiles(app, client, newServer, report, signal),
  );
  app.refresh("fairlead.servers", "fairlead.projects");
  if (ended.kind === "cancelled")
    return showMessage(
      app,
      "info",
      l10n.t`No longer waiting for ${newServer.name}; the Servers view shows the result.`,
    );
  const server = ended.value;
  if (server.status === "failed")
    return showMessage(app, "error", l10n.t`${server.name} was not created. ${server.statusDetail ?? ""}`.trim());
  await writeCode(app, client, server, parent);
};

async function createFiles(
  app: ConnectedServices,
  client: ServiceClient,
  newServer: { readonly name: string; readonly project: ProjectChoice },
  report: (message: string) => void,
  signal: AbortSignal,
): Promise<Server> {
  const source = { kind: "template", template: serverTemplates[0] } as const;
  const server = await createServerInProject(app, client, { ...newServer, source }, signal);
  return runGeneration({ client, polling: app.polling, signal, report }, server, { source });
}

async function writeCode(
  app: DeployVersionContext,
  client: ServiceClient,
  server: Server,
  parent: string,
): Promise<void> {
  const { artifactId, latestVersion, name } = server;
  if (!artifactId || !latestVersion) return;
  const folder = await findNewCodeFolder(app, parent, server);
  await updateServerFolder(app, client, { server, version: latestVersion, folder });
  await openFolderCode(app, folder);
  const words = l10n.t`${name} is in the folder ${readDocumentName(folder)}. Edit it, then deploy the folder.`;
  showMessage(app, "info", words, { [l10n.t("Deploy")]: () => deployFolder(app, client, folder) });
}
