import type { ServiceClient } from "../../../client/client.ts";
import type { Logger } from "../../base/ports.ts";
import { readUnavailability } from "../../base/unavailability.ts";
import { type ClientCredentials, listMcpServers, type McpServer, readServerAuthorization } from "./mcpServers.ts";

/** The source of the editor's list of MCP servers. */
export interface McpServerList {
  /** Does not prompt and starts nothing: empty without a connection. */
  list(signal: AbortSignal): Promise<readonly McpServer[]>;
  /** Creates the `Authorization` header on demand; may connect first. undefined: the user cancelled. */
  authorize(server: McpServer, signal: AbortSignal): Promise<string | undefined>;
}

export interface McpServerListOptions {
  readonly quiet: () => Promise<ServiceClient | undefined>;
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly credentials: () => Promise<ClientCredentials | undefined>;
  readonly log: Logger;
}

export function createMcpServerList({ quiet, client, credentials, log }: McpServerListOptions): McpServerList {
  return {
    list: async (signal) => {
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
    authorize: async (server, signal) => {
      const serviceClient = await client();
      return serviceClient && readServerAuthorization(serviceClient, server, credentials, signal);
    },
  };
}
