import * as l10n from "@vscode/l10n";
import { isDeploymentFinished } from "../../../contract/deployments.ts";
import { listNewestItems } from "../../../contract/isNewestFirst.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { isServerLive } from "../model/serverState.ts";
import { type ShowDeploymentProgressContext, showDeploymentProgress } from "./deployVersion.ts";
import { onServer } from "./findServer.ts";

/** Starts a stopped server: deploys its last version again. */
export const startServer = onServer<ShowDeploymentProgressContext & ConnectedServices>(
  {
    title: l10n.t("Start a Server"),
    suits: ({ liveDeploymentId, desiredState }) => Boolean(liveDeploymentId) && desiredState === "stopped",
    none: l10n.t("No server is stopped. A server that was never deployed is deployed first."),
  },
  async (app, { client, server }) => {
    await client.call("server.update", { id: server.id, desiredState: "running" });
    const [newest] = listNewestItems(await client.call("deployments.list", { serverId: server.id, limit: 1 }));
    if (newest && !isDeploymentFinished(newest.status)) await showDeploymentProgress(app, server.name, newest);
    else app.refresh("fairlead.servers", "fairlead.deployments");
  },
);

/** Stops a server, or only the preview of the row. */
export const stopServer = onServer<ConnectedServices>(
  {
    title: l10n.t("Stop a Server"),
    suits: isServerLive,
    none: l10n.t("No server is running."),
  },
  async (app, { client, server }, { node }) => {
    const preview = node?.kind === "deployment" && node.deployment.preview ? node.deployment.id : undefined;
    if (preview === undefined) await client.call("server.update", { id: server.id, desiredState: "stopped" });
    else await client.discardPreview(preview);
    app.refresh("fairlead.servers", "fairlead.deployments");
  },
);
