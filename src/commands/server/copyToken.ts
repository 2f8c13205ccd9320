import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App, CommandHandler } from "../app.ts";
import { type FindServerContext, findServer } from "./findServer.ts";

export const copyToken: CommandHandler<FindServerContext & Pick<App, "client" | "clipboard">> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Copy Runtime Token",
    suits: ({ liveDeploymentId }) => Boolean(liveDeploymentId),
    none: "No server is deployed yet.",
  });
  if (!server) return;
  const { accessToken, expiresIn } = await client.call("runtime.token", { serverId: server.id });
  await app.clipboard(accessToken);
  showMessage(
    app,
    "info",
    `Copied a token for ${server.name}. It is valid for this server only${expiresIn === undefined ? "" : `, for ${lifetime(expiresIn)}`}.`,
  );
};

function lifetime(seconds: number): string {
  const [count, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7200
        ? [Math.round(seconds / 60), "minute"]
        : [Math.round(seconds / 3600), "hour"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
