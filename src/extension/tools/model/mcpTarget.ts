import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import type { Server } from "../../../contract/servers.ts";
import type { ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import { readErrorMessage } from "../../base/failure.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { type ClientCredentials, readServerAuthorization } from "../../server/model/mcpServers.ts";
import { readServer } from "../../server/model/readServer.ts";
import { isServingUnstated } from "../../server/model/serverState.ts";

/** A deployed server, or one by URL. */
export type McpServerKey = ToolPanelSubject["server"];

/** Where and how the tools of a server are called. */
export interface McpTarget {
  readonly name: string;
  readonly url: string;
  /** Changes with each deployment. */
  readonly revision: string;
  /** The hosts that calls may reach, as far as they are known; else the host of the server. */
  readonly hosts: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorize?: (signal: AbortSignal) => Promise<string>;
}

/** The tools of the server cannot be called now. The message has the reason and what to do. */
export class McpTargetError extends Error {
  override readonly name = "McpTargetError";
}

export interface McpTargetContext {
  readonly connections: Pick<Connections, "all" | "connect">;
  readonly credentials: () => Promise<ClientCredentials | undefined>;
}

/** Finds the live deployment of a server. */
export async function findDeployedTarget(
  { connections, credentials }: McpTargetContext,
  key: Extract<McpServerKey, { kind: "deployed" }>,
  signal: AbortSignal,
): Promise<McpTarget> {
  const session = await connections.connect();
  if (session.kind === "failed") throw new McpTargetError(readErrorMessage(session.error));
  if (session.kind !== "connected")
    throw new McpTargetError(l10n.t("No service is connected. Connect or sign in first."));
  if (session.connection.id !== key.connection) {
    const name = connections.all().find(({ id }) => id === key.connection)?.name;
    throw new McpTargetError(
      name === undefined
        ? l10n.t("The connection of this server was removed. Add it again.")
        : l10n.t`This server is at the connection ${name}. Switch to it first.`,
    );
  }
  const { client } = session;
  const server = await readServer(client, key.id, signal);
  if (!server) throw new McpTargetError(l10n.t("This server no longer exists: it was deleted. Refresh the view."));
  const deployment = await findServingDeployment(client, server, signal);
  const { name, allowedHosts } = server;
  const url = deployment?.url;
  if (!deployment || !url || server.desiredState === "stopped")
    throw new McpTargetError(l10n.t`${name} has no live deployment. Deploy or start it first.`);
  return {
    name,
    url,
    revision: `${deployment.id} ${url}`,
    hosts: allowedHosts && allowedHosts.length > 0 ? allowedHosts : [new URL(url).host],
    // The gateway decides whether this caller may see what the server exchanges with its API.
    headers: { [upstreamProtocol.access]: "1" },
    authorize: (stop) => readServerAuthorization(client, { serverId: server.id, url }, credentials, stop),
  };
}

/** The live deployment; the newest one where the service does not report which one is live. */
async function findServingDeployment(
  client: ServiceClient,
  server: Server,
  signal: AbortSignal,
): Promise<Deployment | undefined> {
  if (server.liveDeploymentId) return client.call("deployment.get", { id: server.liveDeploymentId }, { signal });
  const { items } = await client.call("deployments.list", { serverId: server.id, limit: 1 }, { signal });
  return isServingUnstated(server, items[0]) ? items[0] : undefined;
}
