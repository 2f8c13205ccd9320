import { isFinished } from "../../contract/deployments.ts";
import type { Command } from "../app.ts";
import { followOrder } from "./deployVersion.ts";
import { findServer } from "./findServer.ts";

/** Brings a stopped server back: a new deployment of the version it had. */
export const startServer: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Start a Server",
    suits: ({ liveDeploymentId, desiredState }) => liveDeploymentId !== null && desiredState === "stopped",
    none: "No server is stopped. A server that was never deployed is deployed first.",
  });
  if (!server) return;
  await client.call("server.update", { id: server.id, desiredState: "running" });
  const [newest] = (await client.call("deployments.list", { serverId: server.id, limit: 1 })).items;
  if (newest && !isFinished(newest.status)) await followOrder(app, server.name, newest);
  else app.refresh("fairlead.servers", "fairlead.deployments");
};
