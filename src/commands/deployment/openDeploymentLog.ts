import { deploymentLogUri } from "../../core/documents/virtualUris.ts";
import type { CommandHandler } from "../app.ts";
import { findDeployment } from "./findDeployment.ts";

/** Opens a deployment's log as a document. */
export const openDeploymentLog: CommandHandler = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const found = await findDeployment(app, client, target, "Open Log");
  if (found) await app.documents.show(deploymentLogUri(found.deployment, found.serverName));
};
