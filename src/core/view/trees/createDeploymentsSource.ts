import type { Deployment } from "../../../contract/deployments.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatState } from "../../foundation/serviceState.ts";
import { readAvailable } from "../../foundation/unavailability.ts";
import type { TreeNode } from "../nodes.ts";
import { readServerNames } from "./serversSource.ts";
import { type TreeSource, treePageSize } from "./treeSource.ts";

/**
 * All deployments, newest first. Server names come from one list request; the service has no text filter, so the page
 * is filtered.
 */
export function createDeploymentsSource(): TreeSource {
  return {
    plural: "deployments",
    roots: async ({ client, filter, projectId, cursor, signal }) => {
      const input = { limit: treePageSize, ...(cursor && { cursor }), ...(projectId && { projectId }) };
      const [page, servers] = await Promise.all([
        client.call("deployments.list", input, { signal }),
        readAvailable(readServerNames(client, projectId, signal)),
      ]);
      const byId = new Map(servers.kind === "available" ? servers.value.map((server) => [server.id, server]) : []);
      const nodes = page.items.map((deployment): TreeNode & { kind: "deployment" } => {
        const server = deployment.serverId === undefined ? undefined : byId.get(deployment.serverId);
        const live = server?.liveDeploymentId === deployment.id;
        return { kind: "deployment", deployment, live, serverName: server?.name ?? deployment.serverId };
      });
      const wanted = filter.toLowerCase();
      return {
        nodes: nodes.filter((node) => textOf(node.deployment, node.serverName).includes(wanted)),
        nextCursor: page.nextCursor,
      };
    },
  };
}

function textOf(deployment: Deployment, serverName: string | undefined): string {
  const { version, status, message } = deployment;
  return joinWords(serverName, version, formatState(status), message).toLowerCase();
}
