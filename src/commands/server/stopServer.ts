import { say } from "../../core/foundation/showMessage.ts";
import type { Command } from "../app.ts";
import { findServer } from "./findServer.ts";

export const stopServer: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Stop a Server",
    suits: ({ liveDeploymentId, desiredState }) => liveDeploymentId !== null && desiredState === "running",
    none: "No server is running.",
  });
  if (!server) return;
  await client.call("server.update", { id: server.id, desiredState: "stopped" });
  app.refresh("fairlead.servers", "fairlead.deployments");
  say(app, "info", `Stopped ${server.name}. Start brings it back.`);
};
