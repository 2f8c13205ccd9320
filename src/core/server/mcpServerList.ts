import type { ServiceClient } from "../../client/client.ts";
import type { Logger } from "../foundation/ports.ts";
import { readUnavailability } from "../foundation/unavailability.ts";
import { type ClientCredentials, listMcpServers, type McpServer, readServerAuthorization } from "./mcpServers.ts";

/** What an editor's list of MCP servers is filled from. */
export interface McpServerList {
  /** Asks nobody anything and starts nothing: none where there is no connection. */
  list(signal: AbortSignal): Promise<readonly McpServer[]>;
  /** The `Authorization` header, made when it is needed; may connect first. undefined: that was escaped. */
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
        const known = await quiet();
        return known ? await listMcpServers(known, signal) : [];
      } catch (error) {
        // The editor asks by itself: it is no answer to anybody's question.
        if (!signal.aborted && !readUnavailability(error))
          log.warning(`The MCP servers could not be listed. ${error instanceof Error ? error.message : error}`);
        return [];
      }
    },
    authorize: async (server, signal) => {
      const known = await client();
      return known && readServerAuthorization(known, server, credentials, signal);
    },
  };
}
