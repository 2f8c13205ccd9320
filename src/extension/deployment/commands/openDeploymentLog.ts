import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { deploymentLogUri } from "../../base/uris/virtualUris.ts";
import { type FindDeploymentContext, findDeployment } from "./findDeployment.ts";

/** Opens a deployment's log as a document. */
export const openDeploymentLog: CommandHandler<FindDeploymentContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findDeployment(app, client, target, l10n.t("Open Log"));
  if (found) await app.documents.show(deploymentLogUri(found.deployment, found.serverName));
};
