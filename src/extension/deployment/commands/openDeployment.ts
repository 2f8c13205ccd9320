import * as l10n from "@vscode/l10n";
import { showDeployment } from "../../server/commands/deploy/showDeployment.ts";
import type { App, CommandHandler } from "../../workbench/app.ts";
import { type FindDeploymentContext, findDeployment } from "./findDeployment.ts";

export const openDeployment: CommandHandler<FindDeploymentContext & Pick<App, "client" | "showDeployment">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const found = await findDeployment(app, client, target, l10n.t("Open Deployment"));
  if (found) showDeployment(app, found.deployment, found.serverName);
};
