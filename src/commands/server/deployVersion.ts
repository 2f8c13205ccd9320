import type { Client } from "../../client/client.ts";
import type { Deployment } from "../../contract/deployments.ts";
import type { Server } from "../../contract/servers.ts";
import { runCancellable } from "../../core/foundation/runCancellable.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App } from "../app.ts";
import { askVariables } from "./askVariables.ts";
import { made } from "./getServerLinks.ts";
import { mayDeploy } from "./mayDeploy.ts";

/** Deploys a version, the latest unless said, and follows it until it serves or fails, which the watch tells. */
export async function deployVersion(
  app: App,
  client: Client,
  server: Server,
  version: string | null = server.latestVersion,
): Promise<void> {
  if (version === null) {
    say(app, "info", `${server.name} has no version to deploy yet. Generate it first.`);
    return;
  }
  if (!(await mayDeploy(app, client, server, version))) return;
  const environment = await askVariables(app, server);
  if (!environment) return;
  const deployment = await client.call("server.deploy", { id: server.id, version, environment });
  await followOrder(app, server.name, deployment);
}

/** Shows how a deployment comes along; cancelling ends only the watching. */
export async function followOrder(app: App, serverName: string, deployment: Deployment): Promise<void> {
  await made(app).keepLast(deployment.serverId);
  app.refresh("fairlead.servers", "fairlead.deployments");
  const title = `Deploying ${serverName} ${deployment.version}`;
  const followed = await runCancellable(app.progress, { title, in: "notification" }, (report, signal) =>
    app.watch.follow(deployment, {
      signal,
      onEvent: ({ kind, message }) => {
        if (kind === "state" || kind === "step") report(message);
      },
    }),
  );
  app.refresh("fairlead.servers", "fairlead.deployments");
  if (followed.kind === "done") return;
  const words = `No longer watching ${serverName} ${deployment.version}; its deployment goes on.`;
  say(app, "info", words, { "Watch Again": () => followOrder(app, serverName, deployment) });
}
