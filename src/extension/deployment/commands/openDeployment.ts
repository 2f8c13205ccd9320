import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { deploymentLogUri } from "../../base/uris/virtualUris.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { DeploymentServices } from "../deploymentServices.ts";
import { findDeployment } from "./findDeployment.ts";

type OpenDeploymentContext = ConnectedServices & Pick<DeploymentServices, "showDeployment">;

export const openDeployment: CommandHandler<OpenDeploymentContext> = async (app, target) => {
  const found = await findDeployment(app, target, l10n.t("Open Deployment"));
  if (found) app.showDeployment(found.deployment, found.serverName);
};

/** Opens a deployment's log as a document. */
export const openDeploymentLog: CommandHandler<ConnectedServices> = async (app, target) => {
  const found = await findDeployment(app, target, l10n.t("Open Log"));
  if (found) await app.documents.show(deploymentLogUri(found.deployment, found.serverName));
};

/** Writes a deployment's events to the output channel until it ends or the watch is stopped, which a second run does. */
export const watchDeployment: CommandHandler<
  ConnectedServices & Pick<DeploymentServices, "showEvents" | "watch">
> = async (app, target) => {
  const found = await findDeployment(app, target, l10n.t("Watch Events"));
  if (!found) return;
  if (app.watch.isFollowed(found.deployment.id)) return app.watch.leave(found.deployment.id);
  app.showEvents();
  await app.watch.follow(found.deployment);
};
