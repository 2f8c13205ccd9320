import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { DeploymentServices } from "../../deployment/deploymentServices.ts";
import type { RegistryServices } from "../../registry/registryServices.ts";
import { findServerFolder } from "../model/folder/findServerFolder.ts";
import { getServerLinks } from "../model/serverLinks.ts";
import { openCode, openFolderCode } from "./openCode.ts";

type OpenServerContext = EditorServices &
  ConnectionServices &
  RegistryServices &
  Pick<DeploymentServices, "showDeployment">;

/** Opens the newest deployment of a clicked server; before there is one, its document, else its folder, else its code. The row keeps the focus. */
export const openServer: CommandHandler<OpenServerContext> = async (app, { node }) => {
  if (node?.kind !== "server") return;
  const { server, latest, live } = node;
  const deployment = latest ?? live;
  if (deployment) return app.showDeployment(deployment, server.name, { preserveFocus: true });
  const document = getServerLinks(app).documentOf(server.id);
  if (document?.startsWith("file:")) return app.documents.show(document, { preserveFocus: true });
  const folder = await findServerFolder(app, server.id);
  if (folder !== undefined) return openFolderCode(app, folder, { preserveFocus: true });
  const client = await app.client();
  if (client) await openCode(app, client, server, { preserveFocus: true });
};
