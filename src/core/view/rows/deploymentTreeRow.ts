import type { Deployment, DeploymentResource } from "../../../contract/deployments.ts";
import { knownState } from "../../../contract/received.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { findFailureCause } from "../../deployment/failureCause.ts";
import { formatConfinement } from "../../deployment/formatDeployment.ts";
import { formatRelativeTime } from "../../foundation/formatRelativeTime.ts";
import { findStateIcon, formatState } from "../../foundation/serviceState.ts";
import { formatHealthProblem } from "../../server/healthProblem.ts";
import { isDeploymentUnderWay } from "../../server/serverState.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { formatStateRevision } from "./itemRevision.ts";
import { listOperations, type TreeRowKind } from "./treeRowKind.ts";

export interface DeploymentNode {
  readonly kind: "deployment";
  readonly deployment: Deployment;
  readonly live: boolean;
  /** undefined: the service does not report the server. */
  readonly serverName: string | undefined;
  /** The row is below its server, so it omits the server's name. */
  readonly isNested?: true;
}

export const deploymentTreeRow: TreeRowKind<DeploymentNode> = {
  id: ({ deployment }) => `deployment:${deployment.id}`,
  accessibleName: "Deployment",
  describe: describeDeployment,
  revision: ({ deployment, live, serverName }) =>
    `${formatStateRevision(deployment)} ${live} ${serverName} ${formatHealthProblem(deployment.health)}`,
  click: () => ({ command: "fairlead.deployment.open", title: "Open Deployment" }),
  serviceId: ({ deployment }) => deployment.id,
  operations: ({ deployment: { id, serverId, version } }) => [
    ...listOperations(["deployment.get", "deployment.events", "deployment.health"], { id }),
    ...(serverId && version ? listOperations(["server.deploy"], { id: serverId, version }) : []),
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
} as const satisfies Record<DeploymentResource["status"], string>;

function describeDeployment({ deployment, live, serverName, isNested }: DeploymentNode, now: number): NodeText {
  const { status, version, message, failure } = deployment;
  const state = formatState(status);
  const problem = formatHealthProblem(deployment.health);
  const cause = findFailureCause(deployment, undefined);
  // A service that says what confines a deployment has allowed hosts.
  const isConfinable = deployment.sandbox !== undefined;
  return {
    label: (isNested ? version : joinWords(serverName, version)) || "Deployment",
    description: joinTextParts(
      problem,
      live && status !== "running" ? ["live", state].filter(Boolean).join(", ") : state,
      formatRelativeTime(deployment.createdAt, now),
      message,
    ),
    icon: problem === undefined ? findStateIcon(status, icons) : "warning",
    facts: () =>
      collectFacts(
        ["Deployment of", serverName],
        ["Version", version],
        ["Status", live ? [state, "serves requests"].filter(Boolean).join(", ") : state],
        ["Failed at", failure?.step],
        ["Why", cause?.message ?? failure?.message],
        ["Health", deployment.health?.message],
        ["Message", message],
        ["Started by", deployment.triggeredBy],
        ["URL", deployment.url],
        ["Confinement", formatConfinement(deployment)],
      ),
    context: [
      "deployment",
      knownState(status) ?? "unknown",
      ...(live ? ["live"] : []),
      ...(isConfinable ? ["hosts"] : []),
      ...(cause?.variable ? ["variable"] : []),
      ...(cause?.positions.length ? ["line"] : []),
    ].join("."),
  };
}
