import type { App, CommandHandler } from "../app.ts";
import { type FindServerContext, findServer } from "./findServer.ts";
import { openCode } from "./openCode.ts";

/** Opens the code of a version; on a server, of its latest one. */
export const openVersion: CommandHandler<FindServerContext & Pick<App, "client" | "documents" | "versions">> = async (
  app,
  target,
) => {
  const client = await app.client();
  if (!client) return;
  const server = await findServer(app, client, target, {
    title: "Read the Code",
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: "There is no server with code yet.",
  });
  if (!server) return;
  const { node } = target;
  await openCode(app, client, server, node?.kind === "version" ? node.version.version : server.latestVersion);
};
