import * as l10n from "@vscode/l10n";
import type { Grant } from "../../../contract/routes/grantRoutes.ts";
import { formatFullTime, formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { collectFacts, createSectionTreeRow, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";

export interface GrantsNode {
  readonly kind: "grants";
}

/** An agent with access to a server. */
export interface GrantNode {
  readonly kind: "grant";
  readonly grant: Grant;
  /** The server's name, or its id. */
  readonly server: string;
}

export const grantsTreeRow: TreeRowKind<GrantsNode> = {
  ...createSectionTreeRow("grants", l10n.t("Agents"), "hubot"),
  collapsible: "collapsed",
};

export const grantTreeRow: TreeRowKind<GrantNode> = {
  id: ({ grant }) => `grant:${grant.id}`,
  accessibleName: l10n.t("Agent with access"),
  describe: describeGrant,
  serviceId: ({ grant }) => grant.id,
};

function describeGrant({ grant, server }: GrantNode, now: number): NodeText {
  const { client, clientUri, kind, createdAt, lastUsedAt, expiresAt } = grant;
  const used = lastUsedAt === null ? l10n.t("never used") : l10n.t`used ${formatRelativeTime(lastUsedAt, now)}`;
  return {
    label: client,
    description: joinTextParts(server, used),
    icon: "hubot",
    facts: () =>
      collectFacts(
        [l10n.t("Agent"), client],
        [l10n.t("Says that it is from"), clientUri],
        [l10n.t("Server"), server],
        [l10n.t("Access"), kind === "bridge" ? l10n.t("by the bridge of this machine") : l10n.t("by a login")],
        [l10n.t("Since"), formatFullTime(createdAt)],
        [l10n.t("Last used"), lastUsedAt === null ? l10n.t("never") : formatFullTime(lastUsedAt)],
        [l10n.t("Ends without use"), expiresAt && formatFullTime(expiresAt)],
      ),
    context: "grant",
  };
}
