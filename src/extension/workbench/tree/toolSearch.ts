import type { ServiceClient } from "../../../client/client.ts";
import type { VersionTool } from "../../../contract/routes/toolsRoute.ts";
import { readVersionTools } from "../../../surface/versionReader.ts";
import { createClientCache } from "../../base/clientCache.ts";
import type { Connections } from "../../connection/model/connections.ts";
import { createVersionReader } from "../../registry/model/createVersionReader.ts";
import type { VersionFiles } from "../../registry/model/versionFiles.ts";
import { isReachedBySearch } from "../../tools/rows/toolTreeRows.ts";
import type { TreeNodeOfKind } from "../nodes.ts";

type ServerNode = TreeNodeOfKind<"server">;
/** A tool of a server with search mode is shown as its version describes it, because agents cannot call it by its name. */
type ToolNode = TreeNodeOfKind<"tool" | "versionTool">;

/** Finds tools of live servers by what their versions list, so that no idle server is started. */
export type FindLiveTools = (
  client: ServiceClient,
  servers: readonly ServerNode[],
  text: string,
  signal: AbortSignal,
) => Promise<readonly ToolNode[]>;

/** The tools of a version take a request. */
const mostServers = 20;
const mostTools = 100;

export function createToolSearch({
  connections,
  versions,
}: {
  readonly connections: Pick<Connections, "active">;
  readonly versions: VersionFiles;
}): FindLiveTools {
  const cache = createClientCache<readonly VersionTool[]>(mostServers);
  const read = (client: ServiceClient, artifactId: string, version: string) =>
    cache(client, JSON.stringify([artifactId, version]), () => fetchTools({ versions, client }, artifactId, version));
  return async (client, servers, text, signal) => {
    const connection = connections.active()?.id;
    const live = servers.filter(({ live: deployment }) => deployment?.version !== undefined).slice(0, mostServers);
    const lists = live.map(async ({ server, live: deployment }): Promise<readonly ToolNode[]> => {
      const { id, name, artifactId } = server;
      const version = deployment?.version;
      if (connection === undefined || !artifactId || version === undefined) return [];
      // One server whose tools cannot be read hides only its own.
      const tools = await read(client, artifactId, version).catch(() => []);
      const of = { key: { kind: "deployed", connection, id }, name } as const;
      const artifact = { id: artifactId, kind: "server", name, ownerId: id } as const;
      return tools
        .filter(createFilter(text))
        .map((tool) =>
          isReachedBySearch(tool)
            ? { kind: "versionTool", artifact, version, tool }
            : { kind: "tool", server: of, tool },
        );
    });
    const found = (await Promise.all(lists)).flat();
    return signal.aborted ? [] : found.slice(0, mostTools);
  };
}

async function fetchTools(
  reading: { readonly versions: VersionFiles; readonly client: ServiceClient },
  artifactId: string,
  version: string,
): Promise<readonly VersionTool[]> {
  const { items } = await reading.client.call("registry.versions", { id: artifactId });
  const known = items.find((one) => one.version === version);
  const reader = createVersionReader({ ...reading, artifactId });
  return (await readVersionTools(reader, { version, hasTools: known?.hasTools })) ?? [];
}

/** Every word of the text is in the name, the title or the operation of the tool. */
function createFilter(text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return ({ name, title, operation }: VersionTool): boolean => {
    const searched = [name, title, operation].join(" ").toLowerCase();
    return words.every((word) => searched.includes(word));
  };
}
