import { showMessage } from "../../core/foundation/showMessage.ts";
import type { CommandHandler } from "../app.ts";
import { deployFolder } from "./deployFolder.ts";
import { deployVersion } from "./deployVersion.ts";
import { findServer } from "./findServer.ts";
import { type GenerateServerContext, generateServer } from "./generateServer.ts";

/** Deploys a server, a version of it, or the code of a folder. */
export const deployServer: CommandHandler<GenerateServerContext> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  if (target.resource !== undefined) return deployFolder(app, client, target.resource);
  const server = await findServer(app, client, target, {
    title: "Deploy a Server",
    suits: ({ latestVersion }) => Boolean(latestVersion),
    none: "There is no server to deploy yet. Generate one from an OpenAPI document or make one from the template.",
  });
  if (!server) return;
  if (target.node?.kind === "version") return deployVersion(app, client, server, target.node.version.version);
  if (server.latestVersion) return deployVersion(app, client, server);
  showMessage(app, "info", `${server.name} has no version to deploy yet.`, {
    Generate: () => generateServer(app, target),
  });
};
