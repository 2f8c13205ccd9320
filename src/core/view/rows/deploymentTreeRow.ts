import type { Deployment } from "../../../contract/deployments.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatRelativeTime } from "../../foundation/formatRelativeTime.ts";
import { formatState, statedValue, stateIcon } from "../../foundation/statedValue.ts";
import { isDeploymentUnderWay } from "../../server/serverState.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { formatStateRevision } from "./itemRevision.ts";
import { listOperations, type TreeRowKind } from "./treeRowKind.ts";

export interface DeploymentNode {
  readonly kind: "deployment";
  readonly deployment: Deployment;
  readonly live: boolean;
  readonly serverName: string;
  /** Listed below its server, whose name needs no repeating. */
  readonly isNested?: true;
}

export const deploymentTreeRow: TreeRowKind<DeploymentNode> = {
  id: ({ deployment }) => `deployment:${deployment.id}`,
  accessibleName: "Deployment",
  describe: describeDeployment,
  revision: ({ deployment, live, serverName }) => `${formatStateRevision(deployment)} ${live} ${serverName}`,
  click: () => ({ command: "fairlead.deployment.open", title: "Open Deployment" }),
  serviceId: ({ deployment }) => deployment.id,
  operations: ({ deployment: { id, serverId, version } }) => [
    ...listOperations(["deployment.get", "deployment.events", "deployment.health"], { id }),
    ...listOperations(["server.deploy"], { id: serverId, version }),
  ],
  isChanging: ({ deployment }) => isDeploymentUnderWay(deployment),
};

const icons = {
  queued: "clock",
  building: "sync~spin",
  starting: "sync~spin",
  running: "pass",
  degraded: "warning",
  failed: "error",
  stopped: "debug-stop",
  superseded: "history",
} as const satisfies Record<Deployment["status"], string>;

function describeDeployment({ deployment, live, serverName, isNested }: DeploymentNode, now: number): NodeText {
  const { status, version, message, failure } = deployment;
  const state = formatState(deployment);
  const name = statedValue(serverName);
  return {
    label: (isNested ? version : [name, version].filter(Boolean).join(" ")) || "Deployment",
    description: joinTextParts(
      live && status !== "running" ? `live, ${state}` : state,
      formatRelativeTime(deployment.createdAt, now),
      message,
    ),
    icon: stateIcon(deployment, icons[status]),
    facts: () =>
      collectFacts(
        ["Deployment of", name],
        ["Version", version],
        ["Status", live ? `${state}, serves requests` : state],
        ["Failed at", failure?.step],
        ["Why", failure?.message],
        ["Message", message],
        ["Started by", deployment.triggeredBy],
        ["URL", deployment.url],
      ),
    context: `deployment.${status}${live ? ".live" : ""}`,
  };
}
