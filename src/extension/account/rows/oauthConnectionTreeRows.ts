import * as l10n from "@vscode/l10n";
import type { OauthConnection, OauthConnectionResource } from "../../../contract/oauthConnections.ts";
import { knownState } from "../../../contract/received.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import {
  collectFacts,
  createSectionTreeRow,
  listOperations,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";
import { findStateIcon, formatState } from "../../base/serviceState.ts";
import { formatExpiry } from "../model/expiry.ts";

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
  ...createSectionTreeRow("oauthConnections", l10n.t("OAuth connections"), "link"),
  collapsible: "collapsed",
  operations: () => listOperations(["oauthConnections.list"], {}),
};

export const oauthConnectionTreeRow: TreeRowKind<OauthConnectionNode> = {
  id: ({ connection }) => `oauthConnection:${connection.id}`,
  accessibleName: l10n.t("OAuth connection"),
  describe: describeOauthConnection,
  click: () => ({ command: "fairlead.oauthConnection.open", title: l10n.t("Open OAuth Connection") }),
  serviceId: ({ connection }) => connection.id,
  operations: ({ connection: { id } }) => listOperations(["oauthConnection.get", "oauthConnection.delete"], { id }),
};

const icons = { connected: "pass", expired: "warning", revoked: "error" } as const satisfies Record<
  OauthConnectionResource["status"],
  string
>;

const stateTexts = {
  connected: l10n.t("connected"),
  expired: l10n.t("expired, connect again"),
  revoked: l10n.t("revoked, connect again"),
} as const satisfies Record<OauthConnectionResource["status"], string>;

function describeOauthConnection({ connection, usedBy }: OauthConnectionNode, now: number): NodeText {
  const { provider, account, status, statusDetail, scopes, connectedAt, expiresAt } = connection;
  const known = knownState(status);
  const state = known === undefined ? formatState(status) : stateTexts[known];
  return {
    label: account ?? provider ?? l10n.t("OAuth connection"),
    description: joinTextParts(
      state,
      account ? provider : undefined,
      usedBy && (usedBy.join(", ") || l10n.t("not used")),
    ),
    icon: findStateIcon(status, icons),
    facts: () =>
      collectFacts(
        [l10n.t("Account"), account],
        [l10n.t("Provider"), provider],
        [l10n.t("State"), state],
        [l10n.t("Why"), statusDetail],
        [l10n.t("Used by"), usedBy?.join(", ")],
        [l10n.t("Scopes"), scopes?.join(", ")],
        [l10n.t("Connected"), formatRelativeTime(connectedAt, now)],
        [l10n.t("Access"), known === "connected" ? formatExpiry(expiresAt, now) : null],
      ),
    context: `oauthConnection.${known ?? "unknown"}`,
  };
}
