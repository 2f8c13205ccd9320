import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";

/** The servers that rows of another list belong to. */
export interface JoinedServers {
  /** Read with the rows; further servers are only named. */
  readonly current: ReadonlyMap<string, Server>;
  readonly name: (id: string) => string | undefined;
}

export interface JoinedServersRequest {
  readonly client: ServiceClient;
  readonly projectId: string | undefined;
  /** Resolves to the servers that the rows belong to; read while the first servers are read. */
  readonly ids: () => Promise<readonly (string | undefined)[]>;
  readonly signal: AbortSignal;
}

const pageSize = 200;
/** The most pages that are read for names. */
const mostPages = 10;

/** Names of servers, read page by page and saved for each client; a refresh reads one page unless a name is new. */
export function createServerNames(): (request: JoinedServersRequest) => Promise<JoinedServers> {
  const saved = new WeakMap<ServiceClient, Map<string, string | undefined>>();
  return async ({ client, projectId, ids, signal }) => {
    const names = saved.get(client) ?? new Map<string, string | undefined>();
    saved.set(client, names);
    const current = new Map<string, Server>();
    const isUnknown = (id: string | undefined) => id !== undefined && !names.has(id);
    let cursor: string | undefined;
    for (let page = 0; page < mostPages; page += 1) {
      const input = { limit: pageSize, ...(cursor && { cursor }), ...(projectId && { projectId }) };
      const { items, nextCursor } = await client.call("servers.list", input, { signal });
      for (const server of items) {
        current.set(server.id, server);
        names.set(server.id, server.name);
      }
      if (nextCursor === null || !(await ids()).some(isUnknown)) break;
      cursor = nextCursor;
    }
    // A server that was not found is not searched again.
    for (const id of await ids()) if (id !== undefined && !names.has(id)) names.set(id, undefined);
    return { current, name: (id) => names.get(id) };
  };
}
