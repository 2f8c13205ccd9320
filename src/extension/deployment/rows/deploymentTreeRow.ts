import * as l10n from "@vscode/l10n";
import {
  type Deployment,
  type DeploymentResource,
  isDeploymentFinished,
  isDeploymentLive,
} from "../../../contract/deployments.ts";
import { knownState } from "../../../contract/received.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { collectFacts, listOperations, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { findStateIcon } from "../../base/serviceState.ts";
import { formatHealthProblem } from "../../server/model/healthProblem.ts";
import { formatRunnerWord } from "../../server/model/runners.ts";
import { formatDeploymentState, isDeploymentIdle, isDeploymentUnderWay } from "../../server/model/serverState.ts";
import { findFailureCause } from "../model/failureCause.ts";
import { formatConfinement } from "../model/formatDeployment.ts";
import { readRecording } from "../model/readRecording.ts";

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
  accessibleName: l10n.t("Deployment"),
  describe: describeDeployment,
  click: () => ({ command: "fairlead.deployment.open", title: l10n.t("Open Deployment") }),
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
  const { status, version, message, failure, preview } = deployment;
  const isIdle = isDeploymentIdle(deployment);
  const state = formatDeploymentState(deployment);
  const problem = formatHealthProblem(deployment.health);
  const cause = findFailureCause(deployment, undefined);
  const recording = readRecording(deployment);
  // A service that says what confines a deployment has allowed hosts.
  const isConfinable = deployment.sandbox !== undefined;
  return {
    label: (isNested ? version : joinWords(serverName, version)) || l10n.t("Deployment"),
    description: joinTextParts(
      problem,
      preview ? l10n.t("preview") : undefined,
      recording?.endedAt === null ? l10n.t("records calls") : undefined,
      live && status !== "running" ? [l10n.t("live"), state].filter(Boolean).join(", ") : state,
      formatRunnerWord(deployment.runsOn),
      formatRelativeTime(deployment.createdAt, now),
      message,
    ),
    icon: isIdle ? "debug-pause" : problem === undefined ? findStateIcon(status, icons) : "warning",
    facts: () =>
      collectFacts(
        [l10n.t("Deployment of"), serverName],
        [l10n.t("Version"), version],
        [l10n.t("Status"), live ? [state, l10n.t("serves requests")].filter(Boolean).join(", ") : state],
        [
          l10n.t("Preview"),
          preview && !isDeploymentFinished(status)
            ? l10n.t(
                "Runs beside the live version. Deploy makes it live as it runs, and Discard Preview ends it, as an hour without calls does.",
              )
            : null,
        ],
        [l10n.t("Failed at"), failure?.step],
        [l10n.t("Why"), cause?.message ?? failure?.message],
        [l10n.t("Health"), deployment.health?.message],
        [l10n.t("Message"), message],
        [l10n.t("Started by"), deployment.triggeredBy],
        ["URL", deployment.url],
        [l10n.t("Runs on"), formatRunnerWord(deployment.runsOn)],
        [l10n.t("Image"), deployment.image],
        [l10n.t("Confinement"), formatConfinement(deployment)],
      ),
    context: [
      "deployment",
      knownState(status) ?? "unknown",
      ...(live ? ["live"] : []),
      ...(preview && isDeploymentLive(status) ? ["preview"] : []),
      ...(isConfinable ? ["hosts"] : []),
      ...(deployment.runsOn ? ["runner"] : []),
      ...(recording?.endedAt === null ? ["recording"] : live && recording !== undefined ? ["recordable"] : []),
    ].join("."),
  };
}
