import * as l10n from "@vscode/l10n";
import { deploymentLogUri } from "../../base/uris/virtualUris.ts";
import type { App, CommandHandler } from "../../workbench/app.ts";
import { type FindDeploymentContext, findDeployment } from "./findDeployment.ts";

/** Opens a deployment's log as a document. */
export const openDeploymentLog: CommandHandler<FindDeploymentContext & Pick<App, "client" | "documents">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const found = await findDeployment(app, client, target, l10n.t("Open Log"));
  if (found) await app.documents.show(deploymentLogUri(found.deployment, found.serverName));
};
