import type { Client } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import type { Server } from "../../../contract/servers.ts";
import { orWithheld } from "../../foundation/unavailability.ts";
import { servesUnsaid } from "../../server/serverState.ts";
import type { Node } from "../nodes.ts";
import { testRunsOf } from "./createTestRunPages.ts";
import { pageSize, type Question, type ReadPage, type TreeSource } from "./treeSource.ts";
import { filesOf, folderContent, versionsOf } from "./versionPages.ts";

/** Recent deployments that servers are joined with; the service gives at most 200 at once. */
const mostRecent = 200;

/** Servers with what is deployed of them: one request a page, and one for the deployments of all pages. */
export function serversSource(): TreeSource {
  let deployments: Promise<readonly Deployment[]> | undefined;
  return {
    plural: "servers",
    roots: async (question) => {
      if (question.cursor === undefined) deployments = undefined;
      deployments ??= readRecent(question);
      const mine = deployments;
      mine.catch(() => {
        // The next page asks again, unless somebody did meanwhile.
        if (deployments === mine) deployments = undefined;
      });
      const [servers, recent] = await Promise.all([readServers(question), mine]);
      const join = joinDeployments(recent);
      return { nodes: servers.items.map(join), nextCursor: servers.nextCursor };
    },
    fixed: (parent) => [...groupsOf(parent), ...folderContent(parent)],
    children: serverChildren,
  };
}

/** Servers by their newest deployment, and deployments by their id. */
function joinDeployments(deployments: readonly Deployment[]): (server: Server) => Node {
  const byId = new Map(deployments.map((deployment) => [deployment.id, deployment]));
  // Newest first: the later entries of the reversed list win.
  const latestOf = new Map([...deployments].reverse().map((deployment) => [deployment.serverId, deployment]));
  return (server) => {
    const latest = latestOf.get(server.id);
    const live = servesUnsaid(server, latest) ? latest : byId.get(server.liveDeploymentId ?? "");
    return { kind: "server", server, live, latest };
  };
}

function readServers({ client, filter, projectId, cursor, signal }: Question) {
  const input = {
    limit: pageSize,
    ...(cursor && { cursor }),
    ...(filter && { q: filter }),
    ...(projectId && { projectId }),
  };
  return client.call("servers.list", input, { signal });
}

async function readRecent({ client, projectId, signal }: Question): Promise<readonly Deployment[]> {
  const input: Parameters<typeof client.call<"deployments.list">>[1] = {
    limit: mostRecent,
    ...(projectId && { projectId }),
  };
  // Where there are none, or not for this key, the servers are still worth seeing.
  const { items } = await client.call("deployments.list", input, { signal }).catch(orWithheld({ items: [] }));
  return items;
}

/** Names by server id, for views that list something else; one request, however many there are. */
export async function readServerNames(
  client: Client,
  projectId: string | undefined,
  signal: AbortSignal,
): Promise<readonly Server[]> {
  const input = { limit: mostRecent, ...(projectId && { projectId }) };
  return (await client.call("servers.list", input, { signal })).items;
}

/** What a server holds: nothing is asked for it. */
function groupsOf(parent: Node): readonly Node[] {
  if (parent.kind !== "server") return [];
  const { server, live } = parent;
  const liveVersion = live?.version;
  const versions: readonly Node[] =
    server.artifactId === null ? [] : [{ kind: "group", group: "versions", server, liveVersion }];
  const of = { kind: "server", id: server.id, name: server.name } as const;
  return [{ kind: "group", group: "deployments", server, liveVersion }, ...versions, { kind: "testRuns", of }];
}

/** Lists below a server, each read when it is opened. */
function serverChildren(parent: Node): ReadPage | undefined {
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
