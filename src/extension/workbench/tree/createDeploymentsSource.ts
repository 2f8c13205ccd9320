import * as l10n from "@vscode/l10n";
import type { Deployment } from "../../../contract/deployments.ts";
import { joinWords } from "../../../text/joinWords.ts";

import { readAvailable } from "../../base/unavailability.ts";
import { labelHealth } from "../../server/model/credentials/variableGroups.ts";
import { createServerNames, type JoinedServers } from "../../server/model/serverNames.ts";
import { formatDeploymentState } from "../../server/model/serverState.ts";
import type { TreeNode } from "../nodes.ts";
import { createPageInput, type TreeSource } from "./treeSource.ts";

const noServers: JoinedServers = { current: new Map(), name: () => undefined };

/**
 * All deployments, newest first. Server names come from the list of servers; the service has no text filter, so the
 * page is filtered.
 */
export function createDeploymentsSource(): TreeSource {
  const readNames = createServerNames();
  return {
    formatNoMatch: (filter) => l10n.t`No deployments match "${filter}"`,
    roots: async ({ client, filter, projectId, cursor, signal }) => {
      const reading = client.call("deployments.list", createPageInput({ cursor, projectId }), { signal });
      const ids = async () => (await reading).items.map(({ serverId }) => serverId);
      const [page, servers] = await Promise.all([
        reading,
        readAvailable(readNames({ client, projectId, ids, signal })),
      ]);
      const { current, name } = servers.kind === "available" ? servers.value : noServers;
      const nodes = page.items.map((deployment): TreeNode & { kind: "deployment" } => {
        const { serverId = "" } = deployment;
        const server = current.get(serverId);
        const live = server?.liveDeploymentId === deployment.id;
        return {
          kind: "deployment",
          deployment: labelHealth(server, deployment),
          live,
          serverName: name(serverId) ?? deployment.serverId,
        };
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
  const { version, message } = deployment;
  return joinWords(serverName, version, formatDeploymentState(deployment), message).toLowerCase();
}
