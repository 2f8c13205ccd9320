import * as l10n from "@vscode/l10n";
import type { Deployment } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import { findSourceFile } from "../../../text/position/sourceLocations.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { readServer } from "../../server/model/readServer.ts";
import type { DeploymentServices } from "../deploymentServices.ts";
import { findFailureCause } from "../model/failureCause.ts";

export type ShowLineContext = EditorServices & Pick<DeploymentServices, "sourceLinks">;

/** Opens the file of the deployed version at the line that failed. */
export const showFailureLine: CommandHandler<ShowLineContext> = async (app, { node }) => {
  const client = await app.client();
  if (!client || node?.kind !== "deployment") return;
  const deployment = await client.call("deployment.get", { id: node.deployment.id });
  await showLineOfFailure(app, deployment, await readServer(client, deployment.serverId));
};

/** Opens the innermost position of the error that is in a file of the deployed version. */
export async function showLineOfFailure(
  { documents, sourceLinks, ...app }: ShowLineContext,
  deployment: Deployment,
  server: Server | undefined,
): Promise<void> {
  const deploymentId = deployment.id;
  const positions = findFailureCause(deployment, server)?.positions ?? [];
  const files = positions.length > 0 ? await sourceLinks.files(deploymentId) : [];
  for (const { path, line } of positions) {
    const file = findSourceFile(path, files, deploymentId);
    const uri = file === undefined ? undefined : await sourceLinks.locate({ deploymentId, file });
    // The output counts from one, the editor from zero.
    if (uri !== undefined) return documents.show(uri, { line: line - 1 });
  }
  showMessage(app, "info", l10n.t("The output of this deployment names no line of its code. Its log has everything."));
}
