import type { ServiceClient } from "../../client/client.ts";
import type { Deployment } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { findFailureCause } from "../../core/deployment/failureCause.ts";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { readServer } from "../../core/server/readServer.ts";
import type { CodePosition } from "../../text/output/findOutputError.ts";
import type { App, CommandHandler } from "../app.ts";
import { type FindDeploymentContext, findDeployment } from "./findDeployment.ts";

type LineContext = Pick<App, "documents" | "log" | "messages" | "versions">;

/** Opens the file of the deployed version at the line that failed. */
export const showFailureLine: CommandHandler<FindDeploymentContext & LineContext & Pick<App, "client">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const found = await findDeployment(app, client, target, "Show Failed Line");
  if (!found) return;
  const server = await readServer(client, found.deployment.serverId);
  await showLineOfFailure(app, client, found.deployment, server);
};

export async function showLineOfFailure(
  app: LineContext,
  client: ServiceClient,
  deployment: Deployment,
  server: Server | undefined,
): Promise<void> {
  const positions = findFailureCause(deployment, server)?.positions ?? [];
  const line = server && (await findDeployedLine(app, client, { server, deployment, positions }));
  if (line) return app.documents.show(line.uri, { line: line.line });
  showMessage(app, "info", "The output of this deployment names no line of its code. Its log has everything.");
}

interface FailedLine {
  readonly server: Server;
  readonly deployment: Deployment;
  readonly positions: readonly CodePosition[];
}

/** The innermost position that is in a file of the deployed version. Lines count from zero. */
async function findDeployedLine(
  app: Pick<App, "versions">,
  client: ServiceClient,
  { server: { name, artifactId }, deployment: { version }, positions }: FailedLine,
): Promise<{ readonly uri: string; readonly line: number } | undefined> {
  if (!artifactId || version === undefined || positions.length === 0) return undefined;
  const files = await app.versions.list(client, artifactId, version);
  for (const position of positions) {
    const path = position.path.replaceAll("\\", "/");
    const file = files.find((one) => path.endsWith(`/${one.path}`));
    if (file) return { uri: versionFileUri({ name, artifactId, version, path: file.path }), line: position.line - 1 };
  }
  return undefined;
}
