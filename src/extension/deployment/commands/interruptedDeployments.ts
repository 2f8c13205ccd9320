import * as l10n from "@vscode/l10n";
import { showMessage } from "../../base/showMessage.ts";
import { openStartedDeployments, type StartedDeployment } from "../../server/commands/deploy/startedDeployments.ts";
import { type DeployVersionContext, deployVersion } from "../../server/commands/deployVersion.ts";
import { readServer } from "../../server/model/readServer.ts";
import { findRepeatedDeployment } from "../model/findDeployments.ts";

/**
 * Returns what a window that starts runs when it is connected: it names the deployments whose tests ran when the last window of the
 * workspace closed. They are listed now, because those that this window starts are not interrupted.
 */
export function findInterruptedDeployments(app: DeployVersionContext): () => Promise<void> {
  let left = openStartedDeployments(app.memory).list();
  return async () => {
    const scope = app.connections.scope();
    const here = left.filter(({ connectionId }) => connectionId === scope);
    left = left.filter((one) => !here.includes(one));
    for (const one of here) await announceInterrupted(app, one);
  };
}

async function announceInterrupted(app: DeployVersionContext, interrupted: StartedDeployment): Promise<void> {
  const { serverId, version } = interrupted;
  const client = await app.connections.quiet();
  if (!client) return;
  const server = await readServer(client, serverId);
  await openStartedDeployments(app.memory).remove(interrupted);
  if (!server) return;
  // The service was asked for it in the last moment, or somebody else has deployed it: for more than the preview that was to be tested.
  const repeated = await findRepeatedDeployment(client, server, version);
  if (repeated && !repeated.deployment.preview) return;
  showMessage(
    app,
    "info",
    l10n.t`The deployment of ${server.name} ${version} was interrupted: its window was reloaded or closed.`,
    {
      [l10n.t("Deploy")]: () => deployVersion(app, client, server, version),
    },
  );
}
