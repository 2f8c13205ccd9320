import type { OauthConnection, OauthConnectionResource } from "../../../contract/oauthConnections.ts";
import { knownState } from "../../../contract/received.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatExpiry } from "../../account/expiry.ts";
import { formatRelativeTime } from "../../foundation/formatRelativeTime.ts";
import { findStateIcon, formatState } from "../../foundation/serviceState.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { createSectionTreeRow } from "./createSectionTreeRow.ts";
import { listOperations, type TreeRowKind } from "./treeRowKind.ts";

export interface OauthConnectionsNode {
  readonly kind: "oauthConnections";
}

export interface OauthConnectionNode {
  readonly kind: "oauthConnection";
  readonly connection: OauthConnection;
  /** Names of the servers that use it, or their ids; undefined: the service does not report them. */
  readonly usedBy: readonly string[] | undefined;
}

export const oauthConnectionsTreeRow: TreeRowKind<OauthConnectionsNode> = {
  ...createSectionTreeRow("oauthConnections", "OAuth connections", "link"),
  collapsible: "collapsed",
  operations: () => listOperations(["oauthConnections.list"], {}),
};

export const oauthConnectionTreeRow: TreeRowKind<OauthConnectionNode> = {
  id: ({ connection }) => `oauthConnection:${connection.id}`,
  accessibleName: "OAuth connection",
  describe: describeOauthConnection,
  revision: ({ connection, usedBy }) => JSON.stringify([connection, usedBy]),
  click: () => ({ command: "fairlead.oauthConnection.open", title: "Open OAuth Connection" }),
  serviceId: ({ connection }) => connection.id,
  operations: ({ connection: { id } }) => listOperations(["oauthConnection.get", "oauthConnection.delete"], { id }),
};

const icons = { connected: "pass", expired: "warning", revoked: "error" } as const satisfies Record<
  OauthConnectionResource["status"],
  string
>;

function describeOauthConnection({ connection, usedBy }: OauthConnectionNode, now: number): NodeText {
  const { provider, account, status, statusDetail, scopes, connectedAt, expiresAt } = connection;
  const known = knownState(status);
  const state = known === "expired" || known === "revoked" ? `${known}: connect again` : formatState(status);
  return {
    label: account ?? provider ?? "OAuth connection",
    description: joinTextParts(state, account ? provider : undefined, usedBy && (usedBy.join(", ") || "not used")),
    icon: findStateIcon(status, icons),
    facts: () =>
      collectFacts(
        ["Account", account],
        ["Provider", provider],
        ["State", state],
        ["Why", statusDetail],
        ["Used by", usedBy?.join(", ")],
        ["Scopes", scopes?.join(", ")],
        ["Connected", formatRelativeTime(connectedAt, now)],
        ["Access", known === "connected" ? formatExpiry(expiresAt, now) : null],
      ),
    context: `oauthConnection.${known ?? "unknown"}`,
  };
}
