import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment } from "../../../contract/deployments.ts";
import { listNewestItems } from "../../../contract/isNewestFirst.ts";
import type { Server } from "../../../contract/servers.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import { isAllowedHost } from "../../../text/hosts/hostName.ts";
import { createClientCache } from "../../base/clientCache.ts";
import { messagesAbout, type NewsContext, showError } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { allowHosts, formatAllowedHostsChange, type RefusedHost } from "../../server/model/allowedHosts.ts";
import { readServer } from "../../server/model/readServer.ts";
import type { TreeNode } from "../../workbench/nodes.ts";

/** Reports a host that a deployment may not connect to. */
export type ReportRefusedHost = (deploymentId: string, refused: RefusedHost) => void;

type NoticeContext = NewsContext & ConnectedServices;

interface Refusal extends RefusedHost {
  readonly deployment: Deployment;
}

/** The refused hosts of one server. */
interface ServerNotices {
  /** For the next notification. */
  waiting: readonly Refusal[];
  /** The hosts of the notifications of this window. */
  readonly shown: Set<string>;
  isShowing: boolean;
}

/** A notification of more hosts does not name each of them, so that it offers to edit the list. */
const mostNamed = 3;
/** The most hosts of one server in notifications, because a server may try any number of them. */
const mostShown = 50;
/** The number of deployments that are remembered. */
const mostDeployments = 50;

/**
 * Shows refused hosts as notifications, each host once in this window. A server has one notification at a time; the hosts that are
 * refused while it is open are in the next one.
 */
export function createRefusedHostNotices(app: NoticeContext): ReportRefusedHost {
  const servers = new Map<string, ServerNotices>();
  const deployments = createClientCache<Deployment>(mostDeployments);

  const report = async (deploymentId: string, refused: RefusedHost) => {
    const scope = app.connections.scope();
    const client = await app.connections.quiet();
    if (!client || scope === undefined || app.connections.scope() !== scope) return;
    // Only what does not change is used.
    const readDeployment = () => client.call("deployment.get", { id: deploymentId });
    const deployment = await deployments(client, deploymentId, readDeployment);
    const { serverId } = deployment;
    if (serverId === undefined) return;
    const key = `${scope} ${serverId}`;
    const notices = servers.get(key) ?? { waiting: [], shown: new Set(), isShowing: false };
    servers.set(key, notices);
    notices.waiting = [...notices.waiting, { ...refused, deployment }];
    if (notices.isShowing) return;
    notices.isShowing = true;
    try {
      while (notices.waiting.length > 0 && app.connections.scope() === scope)
        await showWaiting(app, client, serverId, notices);
    } finally {
      notices.isShowing = false;
    }
  };
  return (deploymentId, refused) => {
    report(deploymentId, refused).catch((error: unknown) => {
      app.log.error(`No notification says that ${deploymentId} may not connect to ${refused.host}.`, error);
    });
  };
}

async function showWaiting(
  app: NoticeContext,
  client: ServiceClient,
  serverId: string,
  notices: ServerNotices,
): Promise<void> {
  const server = await readServer(client, serverId);
  const newest = server && listNewestItems(await client.call("deployments.list", { serverId, limit: 1 }))[0];
  const { waiting, shown } = notices;
  notices.waiting = [];
  const { allowedHosts, liveDeploymentId } = server ?? {};
  if (!server || !allowedHosts) return;
  // The events of a panel may be old: of an earlier deployment, or of a host that was allowed afterwards.
  const isNews = ({ host, deployment: { id } }: Refusal) =>
    (id === liveDeploymentId || id === newest?.id) && !isAllowedHost(allowedHosts, host) && !shown.has(host);
  const news = [...new Map(waiting.filter(isNews).map((one) => [one.host, one])).values()];
  const added = news.slice(0, mostShown - shown.size);
  for (const { host } of added) shown.add(host);
  if (added.length > 0) await showNotice(app, client, server, added);
}

async function showNotice(
  app: NoticeContext,
  client: ServiceClient,
  server: Server,
  refusals: readonly Refusal[],
): Promise<void> {
  const hosts = refusals.map(({ host }) => host);
  const deployment = refusals.at(-1)?.deployment;
  if (!deployment) return;
  const live = server.liveDeploymentId === deployment.id;
  const node: TreeNode = { kind: "deployment", deployment, live, serverName: server.name };
  const allow = async () => {
    const change = await allowHosts(client, server.id, hosts);
    app.refresh("fairlead.servers");
    void app.messages.info(formatAllowedHostsChange(change));
  };
  const edit = () => app.run("fairlead.editAllowedHosts", { node });
  const isNamed = hosts.length <= mostNamed;
  const steps = {
    ...(isNamed
      ? { [hosts[0] !== undefined && hosts.length === 1 ? l10n.t`Allow ${hosts[0]}` : l10n.t("Allow All")]: allow }
      : { [l10n.t("Allowed Hosts...")]: edit }),
    [l10n.t("Show Events")]: () => app.run("fairlead.deployment.open", { node }),
  };
  const text = formatRefusals(server.name, refusals);
  try {
    await messagesAbout(app, "health").error(text, steps);
  } catch (error) {
    showError(app, error, `${hosts.join(", ")} of ${server.name} was not allowed.`);
  }
}

function formatRefusals(serverName: string, refusals: readonly Refusal[]): string {
  const hosts = formatFirst(refusals.map(({ host }) => host));
  const isInner = refusals.some((one) => one.isInner);
  if (refusals.length === 1)
    return isInner
      ? l10n.t`${serverName}: the server may not connect to ${hosts}, because its name leads to a private address.`
      : l10n.t`${serverName}: the server may not connect to ${hosts}, because the host is not allowed.`;
  if (!isInner)
    return l10n.t`${serverName}: the server may not connect to ${hosts}, because the hosts are not allowed.`;
  return refusals.every((one) => one.isInner)
    ? l10n.t`${serverName}: the server may not connect to ${hosts}, because their names lead to private addresses.`
    : l10n.t`${serverName}: the server may not connect to ${hosts}, because the hosts are not allowed or their names lead to private addresses.`;
}
