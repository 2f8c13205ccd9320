import { readServerUrl } from "../../core/deployment/readServerUrl.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App, CommandHandler } from "../app.ts";
import { type FindServerContext, findServer } from "./findServer.ts";

export const copyUrl: CommandHandler<FindServerContext & Pick<App, "client" | "clipboard">> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Copy MCP URL",
    suits: ({ liveDeploymentId }) => Boolean(liveDeploymentId),
    none: "No server is deployed yet.",
  });
  if (!server) return;
  const url = await readServerUrl(client, server);
  if (url === undefined) {
    showMessage(app, "info", `${server.name} has no URL: it is not deployed. Deploy it first.`);
    return;
  }
  await app.clipboard(url);
  showMessage(
    app,
    "info",
    `Copied the URL of ${server.name}. A client also needs a runtime token: "Copy Runtime Token".`,
  );
};
