import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import { runtimeTokenTtlSeconds } from "../../../contract/runtime.ts";
import type { Server } from "../../../contract/servers.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { hasErrorName } from "../../base/failure.ts";
import type { Logger } from "../../base/ports.ts";
import { readUnavailability } from "../../base/unavailability.ts";

/** A server with a live deployment. */
export interface McpServer {
  readonly serverId: string;
  readonly label: string;
  readonly url: string;
  /** Changes with each deployment, so that the editor reads the tools again. */
  readonly version: string;
}

/** The credentials of a standard OAuth client: an API key's id and the key. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export type McpServerList = ReturnType<typeof createMcpServerList>;

export interface McpServerListOptions {
  readonly quiet: () => Promise<ServiceClient | undefined>;
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly credentials: () => Promise<ClientCredentials | undefined>;
  readonly log: Logger;
}

/** The source of the editor's list of MCP servers. */
export function createMcpServerList({ quiet, client, credentials, log }: McpServerListOptions) {
  return {
    /** Does not prompt and starts nothing: empty without a connection. */
    list: async (signal: AbortSignal): Promise<readonly McpServer[]> => {
      try {
        const serviceClient = await quiet();
        const warn = (reason: string) => log.warning(`Not all MCP servers are listed. ${reason}`);
        return serviceClient ? await listMcpServers(serviceClient, signal, warn) : [];
      } catch (error) {
        // The editor lists the servers by itself, so a failure shows no message.
        if (!signal.aborted && !readUnavailability(error))
          log.warning(`The MCP servers could not be listed. ${error instanceof Error ? error.message : error}`);
        return [];
      }
    },
    /** Creates the `Authorization` header on demand; may connect first. undefined: the user cancelled. */
    authorize: async (server: McpServer, signal: AbortSignal): Promise<string | undefined> => {
      const serviceClient = await client();
      return serviceClient && readServerAuthorization(serviceClient, server, credentials, signal);
    },
  };
}

/** The servers that have a live deployment. `onIncomplete` gets the reason if a list is too long to be read to its end. */
export async function listMcpServers(
  client: ServiceClient,
  signal: AbortSignal,
  onIncomplete: (reason: string) => void,
): Promise<McpServer[]> {
  const live = new Map<string, Deployment>();
  for (const status of ["running", "degraded"] as const) {
    const deployments = client.list("deployments.list", { status, limit: 200 }, { signal });
    for (const deployment of await readUpToLimit(deployments, onIncomplete)) live.set(deployment.id, deployment);
  }
  if (live.size === 0) return [];
  const servers: Server[] = await readUpToLimit(client.list("servers.list", { limit: 200 }, { signal }), onIncomplete);
  // A service may not report the live deployment: then the newest running one counts.
  const newest = new Map([...live.values()].reverse().map((deployment) => [deployment.serverId, deployment]));
  // Oldest first: a server keeps its label when another of the same name is created.
  servers.sort((one, other) => (one.createdAt ?? one.id).localeCompare(other.createdAt ?? other.id));
  const labels = new Set<string>();
  return servers.flatMap((server) => {
    const { id, name, slug, liveDeploymentId } = server;
    const liveOne = liveDeploymentId ? live.get(liveDeploymentId) : undefined;
    const deployment = liveDeploymentId === undefined ? newest.get(id) : liveOne;
    if (!deployment?.url) return [];
    // VS Code identifies the servers of a provider by their labels.
    const names = slug === undefined ? [name] : [name, `${name} (${slug})`];
    const label = names.find((one) => !labels.has(one)) ?? `${name} (${id})`;
    labels.add(label);
    const version = joinWords(deployment.version, deployment.id);
    return [{ serverId: id, label, url: deployment.url, version }];
  });
}

async function readUpToLimit<Item>(
  items: AsyncIterable<Item>,
  onIncomplete: (reason: string) => void,
): Promise<Item[]> {
  const found: Item[] = [];
  try {
    for await (const item of items) found.push(item);
  } catch (error) {
    if (!(error instanceof Error) || !hasErrorName(error, "ListTooLongError")) throw error;
    onIncomplete(error.message);
  }
  return found;
}

/** The value of the `Authorization` header for a server. */
export async function readServerAuthorization(
  client: ServiceClient,
  { serverId, url }: Pick<McpServer, "serverId" | "url">,
  credentials: () => Promise<ClientCredentials | undefined>,
  signal: AbortSignal,
): Promise<string> {
  try {
    const { accessToken } = await client.call(
      "runtime.token",
      { serverId, ttlSeconds: runtimeTokenTtlSeconds.max },
      { signal },
    );
    return `Bearer ${accessToken}`;
  } catch (error) {
    const known = isLacking(error) ? await credentials() : undefined;
    if (!known) throw error;
    const { clientId, clientSecret } = known;
    const input = { grant_type: "client_credentials", resource: url, client_id: clientId, client_secret: clientSecret };
    const options = { signal, confirmRequest: null };
    const { access_token } = await client.call("runtime.oauthToken", input, options);
    return `Bearer ${access_token}`;
  }
}

/** The service lacks the operation; a missing right throws the error instead. */
function isLacking(error: unknown): boolean {
  if (!hasErrorName(error, "NotFoundError", "ServiceError") || !(error instanceof Error) || !("status" in error))
    return false;
  return error.status === 404 || error.status === 405 || error.status === 501;
}
