import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type Deployment, isDeploymentFinished } from "../../../contract/deployments.ts";
import { listNewestItems } from "../../../contract/isNewestFirst.ts";
import type { Server } from "../../../contract/servers.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type NewsContext, showNews } from "../../base/showMessage.ts";
import { deploymentLogUri } from "../../base/uris/virtualUris.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readUserSettings } from "../../project/model/readUserSettings.ts";
import { type DeployVersionContext, deployVersion } from "../../server/commands/deployVersion.ts";
import { readServer } from "../../server/model/readServer.ts";
import { findMissingRunner } from "../../server/model/runners.ts";
import { isServerLive } from "../../server/model/serverState.ts";
import type { DeploymentServices } from "../deploymentServices.ts";
import type { DeploymentOutcome } from "../model/deploymentWatches.ts";
import { findFailureCause } from "../model/failureCause.ts";
import { findEarlierDeployment } from "../model/findDeployments.ts";
import { formatDeployed, formatDeploymentFailure } from "../model/formatDeployment.ts";
import { setVariableAndDeploy } from "./setMissingVariable.ts";
import { type ShowLineContext, showLineOfFailure } from "./showFailureLine.ts";

export type AnnounceDeploymentContext = DeployVersionContext &
  ShowLineContext &
  Pick<DeploymentServices, "showDeployment">;

/** Announces the outcome of a deployment once, with actions for the next step, if the user's settings want it. */
export async function announceDeployment(
  app: AnnounceDeploymentContext,
  client: ServiceClient,
  outcome: DeploymentOutcome,
): Promise<void> {
  app.refresh("fairlead.servers", "fairlead.deployments");
  const { notifyOn } = await readUserSettings(client);
  if (notifyOn === "none" || (notifyOn === "failures" && outcome.outcome === "live")) return;
  const server = await readServer(client, outcome.deployment.serverId);
  if (outcome.outcome === "live") announceLive(app, outcome, server);
  else await announceFailure(app, client, outcome, server);
}

function announceLive(
  app: NewsContext & ConnectedServices & Pick<DeploymentServices, "showDeployment">,
  outcome: DeploymentOutcome,
  server: Server | undefined,
): void {
  const { deployment, serverName } = outcome;
  const node = server && ({ kind: "server", server, live: deployment, latest: undefined } as const);
  const preview = { node: { kind: "deployment", deployment, live: false, serverName } } as const;
  showNews(app, "deployments", "info", formatDeployed(deployment, serverName, server?.latestVersion), {
    ...(deployment.preview && {
      [l10n.t("Call a Tool")]: () => app.run("fairlead.tool.open", preview),
      [l10n.t("Rehearse")]: () => app.run("fairlead.deployment.rehearse", preview),
      [l10n.t("Promote")]: () => app.run("fairlead.server.deploy", preview),
    }),
    ...(node &&
      !deployment.preview && {
        [l10n.t("Use In...")]: () => app.run("fairlead.server.useIn", { node }),
        [l10n.t("Call a Tool")]: () => app.run("fairlead.tool.open", { node }),
      }),
    [l10n.t("Show")]: async () => app.showDeployment(deployment, serverName),
  });
}

/** Names the cause. The first action follows from it, and none deploys what is live already. */
async function announceFailure(
  app: AnnounceDeploymentContext,
  client: ServiceClient,
  outcome: DeploymentOutcome,
  server: Server | undefined,
): Promise<void> {
  const { deployment } = outcome;
  const live = await readServingDeployment(client, server);
  const cause = findFailureCause(deployment, server);
  const variable = cause?.variable;
  const earlier = live ? undefined : await readEarlierVersion(client, outcome);
  const missingRunner = await findMissingRunner(client, deployment);
  const { serverName } = outcome;
  const node = { kind: "deployment", deployment, live: false, serverName } as const;
  showNews(app, "deployments", "error", formatDeploymentFailure(outcome, cause, live?.version), {
    ...(server && missingRunner && { [l10n.t("Run On...")]: () => app.run("fairlead.server.runOn", { node }) }),
    ...(server &&
      variable && {
        [l10n.t`Set ${variable}`]: () => setVariableAndDeploy(app, client, { server, deployment, variable }),
      }),
    ...(cause &&
      !variable &&
      cause.positions.length > 0 && { [l10n.t("Show Line")]: () => showLineOfFailure(app, deployment, server) }),
    ...(server &&
      earlier !== undefined && { [l10n.t`Go Back to ${earlier}`]: () => deployVersion(app, client, server, earlier) }),
    [l10n.t("Open Deployment")]: async () => app.showDeployment(deployment, serverName),
    [l10n.t("Open Log")]: () => openLog(app, outcome),
  });
}

async function readServingDeployment(
  client: ServiceClient,
  server: Server | undefined,
): Promise<Deployment | undefined> {
  if (!server?.liveDeploymentId || !isServerLive(server)) return undefined;
  const live = await client.call("deployment.get", { id: server.liveDeploymentId });
  return isDeploymentFinished(live.status) ? undefined : live;
}

const openLog = (app: EditorServices, { deployment, serverName }: DeploymentOutcome) =>
  app.documents.show(deploymentLogUri(deployment, serverName));

/** The version before, to which the user can go back. */
async function readEarlierVersion(
  client: ServiceClient,
  { deployment }: DeploymentOutcome,
): Promise<string | undefined> {
  const { serverId } = deployment;
  if (serverId === undefined) return undefined;
  const recent = listNewestItems(await client.call("deployments.list", { serverId, limit: 50 }));
  return findEarlierDeployment(recent, deployment)?.version;
}
