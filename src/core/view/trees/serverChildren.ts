import type { Server } from "../../../contract/servers.ts";
import type { Node } from "../nodes.ts";
import { testRunsOf } from "./createTestRunPages.ts";
import { pageSize, type ReadPage } from "./treeSource.ts";
import { filesOf, versionsOf } from "./versionPages.ts";

/** What a server holds: nothing is asked for it. */
export function groupsOf(parent: Node): readonly Node[] {
  if (parent.kind !== "server") return [];
  const { server, live } = parent;
  const liveVersion = live?.version;
  const versions: readonly Node[] =
    server.artifactId === null ? [] : [{ kind: "group", group: "versions", server, liveVersion }];
  const of = { kind: "server", id: server.id, name: server.name } as const;
  return [{ kind: "group", group: "deployments", server, liveVersion }, ...versions, { kind: "testRuns", of }];
}

/** Lists below a server, each read when it is opened. */
export function serverChildren(parent: Node): ReadPage | undefined {
  if (parent.kind === "version") return filesOf(parent);
  if (parent.kind === "testRuns") return testRunsOf(parent.of);
  if (parent.kind !== "group") return undefined;
  const { group, server, liveVersion } = parent;
  if (group === "deployments") return deploymentsOf(server);
  const { id: ownerId, artifactId, name } = server;
  return artifactId === null ? undefined : versionsOf({ id: artifactId, kind: "server", name, ownerId }, liveVersion);
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
