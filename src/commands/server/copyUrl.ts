import { liveUrl } from "../../core/deployment/readServerUrl.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { Command } from "../app.ts";
import { findServer } from "./findServer.ts";

export const copyUrl: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Copy MCP URL",
    suits: ({ liveDeploymentId }) => liveDeploymentId !== null,
    none: "No server is deployed yet.",
  });
  if (!server) return;
  const url = await liveUrl(client, server);
  if (url === undefined) {
    say(app, "info", `${server.name} has no URL: nothing of it is deployed. Deploy it first.`);
    return;
  }
  await app.clipboard(url);
  say(app, "info", `Copied the URL of ${server.name}. A client also needs a runtime token: "Copy Runtime Token".`);
};
