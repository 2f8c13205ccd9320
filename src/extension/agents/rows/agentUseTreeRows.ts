import * as l10n from "@vscode/l10n";
import type { Server } from "../../../contract/servers.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { scopeNames } from "../../base/folderPath.ts";
import { collectFacts, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { type AgentUseState, formatAgentUseState } from "../model/agentDrift.ts";
import type { AgentUse } from "../model/agentUses.ts";
import { formatMcpAgent } from "../model/mcpAgents.ts";

/** The agents that have a server from here. */
export interface AgentsNode {
  readonly kind: "agents";
  readonly server: Server;
  /** The URL of its live deployment. */
  readonly url: string | undefined;
  readonly count: number;
}

export interface AgentUseNode {
  readonly kind: "agentUse";
  readonly server: Server;
  readonly use: AgentUse;
  readonly state: AgentUseState;
  /** The last call; undefined: there was none, or it is not known. */
  readonly lastUsedAt?: string;
}

export const agentsTreeRow: TreeRowKind<AgentsNode> = {
  id: ({ server }) => `agents:${server.id}`,
  collapsible: "collapsed",
  describe: ({ count }) => ({
    label: l10n.t("Agents"),
    description: String(count),
    icon: "robot",
    facts: () => [],
    context: "agents",
  }),
  serviceId: ({ server }) => server.id,
};

export const agentUseTreeRow: TreeRowKind<AgentUseNode> = {
  id: ({ use }) => `agentUse:${use.agent}:${use.path}:${use.name}`,
  accessibleName: l10n.t("Agent"),
  describe: describeAgentUse,
  serviceId: () => undefined,
};

function describeAgentUse({ use, state, lastUsedAt }: AgentUseNode, now: number): NodeText {
  const agent = formatMcpAgent(use.agent);
  const since = formatRelativeTime(use.at, now);
  return {
    label: agent,
    description: joinTextParts(formatAgentUseState(state), scopeNames[use.scope], since),
    icon: state.kind === "same" ? "pass" : "warning",
    facts: () =>
      collectFacts(
        [l10n.t("Agent"), agent],
        [l10n.t("State"), formatAgentUseState(state)],
        [l10n.t("File"), use.path],
        [l10n.t("Entry"), use.name],
        [l10n.t("Written"), since],
        [l10n.t("Last call"), formatRelativeTime(lastUsedAt, now)],
      ),
    context: `agentUse.${state.kind}`,
  };
}
