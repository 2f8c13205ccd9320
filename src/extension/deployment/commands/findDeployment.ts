import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import { joinWords } from "../../../text/joinWords.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readServer } from "../../server/model/readServer.ts";
import { getServerLinks } from "../../server/model/serverLinks.ts";
import { formatDeploymentState } from "../../server/model/serverState.ts";

interface FoundDeployment {
  readonly client: ServiceClient;
  readonly deployment: Deployment;
  readonly serverName: string;
}

/** Older deployments are listed in the view. */
const most = 50;

/**
 * The deployment of the target, or a server's live or newest one; prompts from the palette. undefined: cancelled, signed out, or there is
 * none.
 */
export async function findDeployment(
  app: ConnectedServices,
  { node }: CommandTarget,
  title: string,
): Promise<FoundDeployment | undefined> {
  const client = await app.client();
  if (!client) return undefined;
  if (node?.kind === "deployment") {
    const deployment = await client.call("deployment.get", { id: node.deployment.id });
    return { client, deployment, serverName: node.serverName ?? (await serverName(client, deployment)) };
  }
  const server = node?.kind === "server" ? node.server : undefined;
  if (!server) {
    const deployment = await pick(app, client, title);
    return deployment && { client, deployment, serverName: await serverName(client, deployment) };
  }
  const { items } = await client.call("deployments.list", { limit: most, serverId: server.id });
  const deployment = items.find(({ id }) => id === server.liveDeploymentId) ?? items[0];
  if (deployment) return { client, deployment, serverName: server.name };
  return showMessage(app, "info", l10n.t`Nothing of ${server.name} was deployed yet.`);
}

async function pick(app: ConnectedServices, client: ServiceClient, title: string): Promise<Deployment | undefined> {
  const listChoices = async () => {
    const { items } = await client.call("deployments.list", { limit: most });
    const names = new Map<string, string>();
    if (items.length > 0)
      for await (const server of client.list("servers.list", { limit: 200 })) names.set(server.id, server.name);
    const nameOf = ({ serverId }: Deployment) => serverId && (names.get(serverId) ?? serverId);
    return items.map((deployment) => ({
      label: joinWords(nameOf(deployment), deployment.version) || deployment.id,
      description: formatDeploymentState(deployment),
      detail: formatOrdered(deployment),
      value: deployment,
    }));
  };
  const used = getServerLinks(app).used();
  return app.prompts.pick({
    title,
    placeholder: l10n.t("Which deployment?"),
    choices: listChoices(),
    none: () => showMessage(app, "info", l10n.t("Nothing was deployed yet.")),
    active: ({ serverId }) => serverId === used,
  });
}

function formatOrdered({ createdAt, triggeredBy }: Deployment): string {
  return joinWords(createdAt && l10n.t`ordered at ${createdAt}`, triggeredBy && l10n.t`by ${triggeredBy}`);
}

async function serverName(client: ServiceClient, { id, serverId }: Deployment): Promise<string> {
  return (await readServer(client, serverId))?.name ?? serverId ?? id;
}
