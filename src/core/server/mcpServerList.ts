import type { Client } from "../../client/client.ts";
import type { Log } from "../foundation/ports.ts";
import { withheld } from "../foundation/unavailability.ts";
import { type ClientCredentials, listMcpServers, type McpServer, runtimeAuthorization } from "./mcpServers.ts";

/** What an editor's list of MCP servers is filled from. */
export interface McpOffer {
  /** Asks nobody anything and starts nothing: none where there is no connection. */
  list(signal: AbortSignal): Promise<readonly McpServer[]>;
  /** The `Authorization` header, made when it is needed; may connect first. undefined: that was escaped. */
  authorize(server: McpServer, signal: AbortSignal): Promise<string | undefined>;
}

export interface McpOfferParts {
  readonly quiet: () => Promise<Client | undefined>;
  readonly client: () => Promise<Client | undefined>;
  readonly credentials: () => Promise<ClientCredentials | undefined>;
  readonly log: Log;
}

export function createMcpOffer({ quiet, client, credentials, log }: McpOfferParts): McpOffer {
  return {
    list: async (signal) => {
      try {
        const known = await quiet();
        return known ? await listMcpServers(known, signal) : [];
      } catch (error) {
        // The editor asks by itself: it is no answer to anybody's question.
        if (!signal.aborted && !withheld(error))
          log.warning(`The MCP servers could not be listed. ${error instanceof Error ? error.message : error}`);
        return [];
      }
    },
    authorize: async (server, signal) => {
      const known = await client();
      return known && runtimeAuthorization(known, server, credentials, signal);
    },
  };
}
