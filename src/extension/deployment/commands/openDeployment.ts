import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showDeployment } from "../../server/commands/deploy/showDeployment.ts";
import type { DeploymentServices } from "../deploymentServices.ts";
import { type FindDeploymentContext, findDeployment } from "./findDeployment.ts";

export const openDeployment: CommandHandler<
  FindDeploymentContext & Pick<DeploymentServices, "showDeployment">
> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findDeployment(app, client, target, l10n.t("Open Deployment"));
  if (found) showDeployment(app, found.deployment, found.serverName);
};
