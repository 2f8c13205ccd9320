import * as l10n from "@vscode/l10n";
import { knownState } from "../../../contract/received.ts";
import type { Server } from "../../../contract/servers.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { AgentsNode } from "../../agents/rows/agentUseTreeRows.ts";
import { describeArchived, isArchived } from "../../base/archivedState.ts";
import {
  collectFacts,
  listArtifactOperations,
  listOperations,
  type NodeOperation,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";
import { formatConfinement } from "../../deployment/model/formatDeployment.ts";
import type { DeploymentNode } from "../../deployment/rows/deploymentTreeRow.ts";
import type { TestRunsNode } from "../../testing/rows/testRunTreeRows.ts";
import type { ToolsNode } from "../../tools/rows/toolTreeRows.ts";
import { isAccountMissing } from "../model/credentials/credentialChoices.ts";
import { labelHealth, labelMessage, summarizeVariables } from "../model/credentials/variableGroups.ts";
import type { DocumentChange } from "../model/document/documentChanges.ts";
import { formatToolCounts, formatToolCountWords } from "../model/document/toolDifference.ts";
import type { FolderChange } from "../model/folder/folderChanges.ts";
import { formatCheckedState, formatHealthProblem } from "../model/healthProblem.ts";
import { formatLimits, formatRunnerWord, formatServerRunner } from "../model/runners.ts";
import { formatServerAccounts } from "../model/serverAccounts.ts";
import {
  findServerIcon,
  formatServerState,
  isDeploymentUnderWay,
  readServerState,
  type ServerState,
} from "../model/serverState.ts";
import { hasChangedVariables } from "../model/serverVariables.ts";
import {
  findFailedUpdate,
  formatFailedUpdate,
  formatOfLatest,
  formatWaitingVersion,
  type ServerVersionFacts,
} from "./serverVersionTexts.ts";
import type { VariablesNode } from "./variableTreeRows.ts";

export interface ServerNode extends ServerVersionFacts {
  readonly kind: "server";
  /** What its document changes about its tools. */
  readonly documentChange?: DocumentChange;
  /** Its folder was edited. */
  readonly folderChange?: FolderChange;
  /** What the tools of the live deployment cost an agent in a list, if this window has read them. */
  readonly toolTokens?: number | undefined;
  /** The agents that have it from here. */
  readonly agentCount?: number;
}

type ServerChildNode = DeploymentNode | AgentsNode | VariablesNode | ToolsNode | ServerGroupNode | TestRunsNode;

/** A list below a server. */
export interface ServerGroupNode {
  readonly kind: "group";
  readonly group: "deployments" | "versions";
  readonly server: Server;
  readonly liveVersion: string | undefined;
}

export const serverTreeRow: TreeRowKind<ServerNode, ServerChildNode> = {
  id: ({ server }) => `server:${server.id}`,
  accessibleName: l10n.t("Server"),
  collapsible: "collapsed",
  isLeaf: ({ server }) => isArchived(server),
  click: ({ server }) =>
    isArchived(server) ? undefined : { command: "fairlead.server.open", title: l10n.t("Open Server") },
  describe: (node, now) => describeArchived(node.server, describeServer(node, now), now),
  children: listServerChildren,
  serviceId: ({ server }) => server.id,
  operations: listServerOperations,
  isChanging: ({ server, latest, preview }) =>
    server.status === "generating" || [latest, preview].some((one) => one !== undefined && isDeploymentUnderWay(one)),
};

export const serverGroupTreeRow: TreeRowKind<ServerGroupNode> = {
  id: ({ group, server }) => `group:${group}:${server.id}`,
  collapsible: "collapsed",
  describe: ({ group }) => ({ ...groupTexts[group], description: "", facts: () => [], context: `group.${group}` }),
  serviceId: ({ server }) => server.id,
};

const groupTexts = {
  deployments: { label: l10n.t("Deployments"), icon: "rocket" },
  versions: { label: l10n.t("Versions"), icon: "versions" },
} as const satisfies Record<ServerGroupNode["group"], object>;

const serverIcons = {
  draft: "circle-outline",
  generating: "sync~spin",
  unusable: "error",
  undeployed: "package",
  deploying: "sync~spin",
  starting: "sync~spin",
  running: "pass",
  idle: "debug-pause",
  degraded: "warning",
  stopped: "debug-stop",
  failed: "error",
} as const satisfies Record<ServerState, string>;

function describeServer(node: ServerNode, now: number): NodeText {
  const { server, live, latest, documentChange } = node;
  const state = readServerState(node);
  const problem = state === "running" ? formatHealthProblem(live?.health) : undefined;
  const since = readSince(node, state);
  const failed = findFailedUpdate(node);
  const waiting = formatWaitingVersion(node);
  // The live version may be older than the latest one.
  const version = server.liveDeploymentId ? live?.version : (live?.version ?? server.latestVersion);
  const joinDescription = (changes: string | undefined) =>
    joinTextParts(
      problem,
      failed ? formatFailedUpdate(failed) : node.hasFailedTests ? waiting : undefined,
      formatServerState(node),
      isAccountMissing(server) ? l10n.t("needs an account") : undefined,
      changes,
      hasChangedVariables(server) ? l10n.t("changed since deployed") : undefined,
      node.folderChange && l10n.t("folder changed"),
      version,
      failed || node.hasFailedTests ? undefined : waiting,
      formatRunnerWord(live?.runsOn ?? server.runsOn),
      formatRelativeTime(since, now),
    );
  return {
    label: server.name,
    description: joinDescription(documentChange && formatDocumentState(documentChange)),
    ...(documentChange && { spokenDescription: joinDescription(formatDocumentChange(documentChange)) }),
    icon: findServerIcon(node, problem === undefined ? serverIcons[state] : "warning"),
    facts: () =>
      collectFacts(
        [l10n.t("Server"), server.name],
        [l10n.t("Status"), formatServerState(node)],
        [
          l10n.t("Why"),
          state === "failed" ? latest?.failure?.message : state === "unusable" ? server.statusDetail : null,
        ],
        [l10n.t("Next step"), state === "draft" ? l10n.t("Generate its code from an OpenAPI document.") : null],
        [
          l10n.t("Newest deployment"),
          failed && [formatFailedUpdate(failed), failed.failure?.message].filter(Boolean).join(". "),
        ],
        [l10n.t("Health"), formatHealth(node)],
        [l10n.t("Description"), server.description],
        [state === "stopped" ? l10n.t("Last version that ran") : l10n.t("Live version"), live?.version],
        [l10n.t("Latest version"), (node.hasLatestRun ? undefined : waiting) ?? server.latestVersion],
        [l10n.t("Accounts"), formatServerAccounts(server)],
        [l10n.t("Variables"), server.variables?.length ? summarizeVariables(server) : null],
        [l10n.t("Tools"), formatOfLatest(node, server.toolCount?.toString())],
        [l10n.t("Skills"), formatOfLatest(node, server.source?.skills?.join(", "))],
        [l10n.t("Document"), documentChange && formatDocumentChange(documentChange)],
        [l10n.t("Folder"), node.folderChange && formatFolderChange(node.folderChange)],
        ["URL", live?.url],
        [l10n.t("Runs on"), formatServerRunner(server, live)],
        [l10n.t("Image"), live?.image],
        [l10n.t("Limits"), formatLimits(server)],
        [l10n.t("Confinement"), live && formatConfinement(live)],
        [l10n.t("Allowed hosts"), server.allowedHosts?.join(", ")],
      ),
    context: [
      "server",
      knownState(server.status) ?? "unknown",
      state,
      ...(server.accounts?.length ? ["account"] : []),
      ...(server.allowedHosts ? ["hosts"] : []),
      ...(server.runsOn === undefined ? [] : ["runner"]),
      ...(server.limits ? ["limits"] : []),
      ...(server.variables?.length ? ["variables"] : []),
      ...(node.agentCount ? ["agents"] : []),
      ...(latest || live || server.liveDeploymentId ? [] : ["new"]),
      // A row has one icon: what the user edited is deployed first.
      ...(documentChange && !node.folderChange ? ["outdated"] : []),
      ...(server.source?.kind === "openapi" ? ["openapi"] : []),
      // No document made it, so there is none to generate it from again.
      ...(server.source?.kind === "files" || server.source?.kind === "template" ? ["own"] : []),
      ...(server.artifactId ? ["code"] : server.latestVersion ? ["version"] : []),
    ].join("."),
  };
}

const formatDocumentState = ({ problem, counts }: DocumentChange) =>
  problem === undefined ? formatToolCounts(counts) : l10n.t("document has errors");

/** The change as a sentence, for the tooltip and screen readers. */
function formatDocumentChange({ document, version, problem, counts }: DocumentChange): string {
  if (problem !== undefined)
    return l10n.t`${document} cannot be used as it is: ${problem} Generate the server again to see where.`;
  return l10n.t`${document} differs from ${version}: ${formatToolCountWords(counts)}. Generate again for details.`;
}

function formatFolderChange({ folder, version }: FolderChange): string {
  return l10n.t`${folder} differs from ${version}. Deploy the server to run what the folder has.`;
}

/** Since when the server is in its state. */
function readSince({ server, live }: ServerNode, state: ServerState): string | undefined {
  if (state === "idle") return live?.idleSince ?? undefined;
  return state === "running" || state === "degraded" ? (live?.startedAt ?? live?.createdAt) : server.updatedAt;
}

/** The health of the live deployment, with what was checked and what is wrong. */
function formatHealth({ server, live }: ServerNode): string | undefined {
  const health = live?.health && labelMessage(server, live.health);
  if (!health) return undefined;
  const state = formatCheckedState(health.status, health.checked ?? []);
  return [state, health.message].filter(Boolean).join(". ");
}

function listServerChildren(node: ServerNode): readonly ServerChildNode[] {
  const { server, live, preview, toolTokens: tokens, agentCount: count = 0 } = node;
  const liveVersion = live?.version;
  const versions: readonly ServerGroupNode[] = !server.artifactId
    ? []
    : [{ kind: "group", group: "versions", server, liveVersion }];
  const of = { kind: "server", id: server.id, name: server.name } as const;
  const variables: readonly VariablesNode[] = server.variables?.length ? [{ kind: "variables", server }] : [];
  const deploymentId = live?.id ?? server.liveDeploymentId ?? undefined;
  const tools: readonly ToolsNode[] = hasRunningDeployment(node)
    ? [{ kind: "tools", server, deploymentId, tokens, isLatest: liveVersion === server.latestVersion }]
    : [];
  const agents: readonly AgentsNode[] =
    count > 0 ? [{ kind: "agents", server, url: live?.url ?? undefined, count }] : [];
  const previews: readonly DeploymentNode[] = preview
    ? [
        {
          kind: "deployment",
          deployment: labelHealth(server, preview),
          live: false,
          serverName: server.name,
          isNested: true,
        },
      ]
    : [];
  return [
    ...previews,
    ...variables,
    ...tools,
    ...agents,
    { kind: "group", group: "deployments", server, liveVersion },
    ...versions,
    { kind: "testRuns", of },
  ];
}

function hasRunningDeployment(node: ServerNode): boolean {
  const state = readServerState(node);
  return state === "running" || state === "degraded";
}

function listServerOperations({ server: { id, artifactId }, live }: ServerNode): readonly NodeOperation[] {
  return [
    ...listOperations(["servers.list", "server.update", "server.generate", "server.deploy"], { id }),
    ...listOperations(["deployments.list"], { serverId: id }),
    ...listOperations(["serverTestRuns.list", "serverTestRuns.start"], { id }),
    ...listOperations(["oauthConnections.list", "runtime.token"], { serverId: id }),
    ...(live?.url ? listOperations(["runtime.oauthToken"], { resource: live.url }) : []),
    ...(artifactId ? listArtifactOperations(artifactId) : []),
  ];
}
