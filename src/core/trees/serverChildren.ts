import type { Server } from "../../contract/servers.ts";
import type { Node } from "../nodes.ts";
import { pageSize, type ReadPage } from "./source.ts";

/** What a server holds: nothing is asked for it. */
export function groupsOf(parent: Node): readonly Node[] {
  if (parent.kind !== "server") return [];
  const { server, live } = parent;
  const liveVersion = live?.version;
  const versions: readonly Node[] =
    server.artifactId === null ? [] : [{ kind: "group", group: "versions", server, liveVersion }];
  return [{ kind: "group", group: "deployments", server, liveVersion }, ...versions];
}

/** Lists below a server, each read when it is opened. */
export function serverChildren(parent: Node): ReadPage | undefined {
  if (parent.kind === "version") return filesOf(parent.server, parent.version.version);
  if (parent.kind !== "group") return undefined;
  return parent.group === "deployments" ? deploymentsOf(parent.server) : versionsOf(parent.server, parent.liveVersion);
}

function deploymentsOf(server: Server): ReadPage {
  return async ({ client, cursor, signal }) => {
    const input = { serverId: server.id, limit: pageSize, ...(cursor && { cursor }) };
    const { items, nextCursor } = await client.call("deployments.list", input, { signal });
    const nodes = items.map((deployment): Node => {
      const live = deployment.id === server.liveDeploymentId;
      return { kind: "deployment", deployment, live, serverName: server.name, isNested: true };
    });
    return { nodes, nextCursor };
  };
}

function versionsOf(server: Server, liveVersion: string | undefined): ReadPage {
  return async ({ client, cursor, signal }) => {
    if (server.artifactId === null) return { nodes: [], nextCursor: null };
    const input = { id: server.artifactId, limit: pageSize, ...(cursor && { cursor }) };
    const { items, nextCursor } = await client.call("registry.versions", input, { signal });
    const nodes = items.map((version): Node => {
      return { kind: "version", version, server, live: version.version === liveVersion };
    });
    return { nodes, nextCursor };
  };
}

function filesOf(server: Server, version: string): ReadPage {
  return async ({ client, signal }) => {
    if (server.artifactId === null) return { nodes: [], nextCursor: null };
    const { files } = await client.call("registry.artifact", { id: server.artifactId, version }, { signal });
    const nodes = files.map(({ path }): Node => ({ kind: "file", path, version, server }));
    return { nodes, nextCursor: null };
  };
}
