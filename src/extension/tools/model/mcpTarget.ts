import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Authorize } from "../../../client/mcp/mcpConnection.ts";
import { type Deployment, isDeploymentLive } from "../../../contract/deployments.ts";
import { upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { readHeaderTargets } from "../../../contract/registry.ts";
import type { Server } from "../../../contract/servers.ts";
import type { ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import { isAbortError, readErrorMessage } from "../../base/failure.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { listApiHosts } from "../../server/model/addedHeaders.ts";
import { type ClientCredentials, readServerAuthorization } from "../../server/model/mcpServers.ts";
import { readServer } from "../../server/model/readServer.ts";
import { isServingUnstated } from "../../server/model/serverState.ts";

/** A deployed server, or one by URL. */
export type McpServerKey = ToolPanelSubject["server"];

/** Where and how the tools of a server are called. */
export interface McpTarget {
  readonly name: string;
  /** undefined: it is one by URL. */
  readonly server?: Server;
  readonly url: string;
  /** Changes with each deployment. */
  readonly revision: string;
  /** Reads the hosts that calls may reach, those of the API first; empty: they are not known. */
  readonly readHosts: (signal: AbortSignal) => Promise<readonly string[]>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly authorize?: Authorize;
}

/** The tools of the server cannot be called now. The message has the reason and what to do. */
export class McpTargetError extends Error {
  override readonly name = "McpTargetError";
  /** The server that is only stopped. */
  readonly stopped: Server | undefined;

  constructor(message: string, stopped?: Server) {
    super(message);
    this.stopped = stopped;
  }
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
  if (!server) throw new McpTargetError(l10n.t("This server was archived or deleted. Refresh the view."));
  const { name } = server;
  if (key.preview !== undefined) {
    const preview = await findPreview(client, server, key.preview, signal);
    const called = `${name} ${key.preview}`;
    if (!preview?.url) throw new McpTargetError(l10n.t`${called} no longer runs as a preview. Deploy it as one again.`);
    return createDeployedTarget({ client, credentials, server, name: called, deployment: preview, url: preview.url });
  }
  if (server.liveDeploymentId && server.desiredState === "stopped")
    throw new McpTargetError(l10n.t`${name} is stopped. Start it first.`, server);
  const deployment = await findServingDeployment(client, server, signal);
  const url = deployment?.url;
  if (!deployment || !url || server.desiredState === "stopped")
    throw new McpTargetError(l10n.t`${name} has no live deployment. Deploy or start it first.`);
  return createDeployedTarget({ client, credentials, server, name, deployment, url });
}

interface DeployedParts extends Pick<McpTargetContext, "credentials"> {
  readonly client: ServiceClient;
  readonly server: Server;
  readonly name: string;
  readonly deployment: Deployment;
  readonly url: string;
}

const createDeployedTarget = ({ client, credentials, server, name, deployment, url }: DeployedParts): McpTarget => ({
  name,
  server,
  url,
  revision: `${deployment.id} ${url}`,
  readHosts: (stop) => readReachableHosts(client, server, deployment.version, stop),
  // The gateway decides whether this caller may see what the server exchanges with its API.
  headers: { [upstreamProtocol.access]: "1" },
  authorize: (stop) => readServerAuthorization(client, { serverId: server.id, url }, credentials, stop),
});

async function findPreview(client: ServiceClient, server: Server, version: string, signal: AbortSignal) {
  const { items } = await client.call("deployments.list", { serverId: server.id }, { signal });
  return items.find((one) => one.preview && one.version === version && isDeploymentLive(one.status));
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

/** The hosts of the API of a version, as far as its manifest or its credentials name them, and the allowed ones. */
async function readReachableHosts(
  client: ServiceClient,
  server: Server,
  version: string | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { artifactId, variables = [], allowedHosts = [] } = server;
  const artifact = artifactId
    ? await client.call("registry.artifact", { id: artifactId, version }, { signal }).catch((error: unknown) => {
        // The question then says that the hosts are not known.
        if (isAbortError(error)) throw error;
        return undefined;
      })
    : undefined;
  const known = listApiHosts(server, (artifact && readHeaderTargets(artifact.manifest)) ?? []);
  const api = known.length > 0 ? known : variables.flatMap(({ sentTo = [] }) => sentTo);
  return [...new Set([...api, ...allowedHosts])];
}
