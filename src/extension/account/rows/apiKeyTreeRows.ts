import * as l10n from "@vscode/l10n";
import type { ApiKey } from "../../../contract/identity.ts";
import { formatFullTime, formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import {
  collectFacts,
  createSectionTreeRow,
  listOperations,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";
import { formatExpiry, isExpired } from "../model/expiry.ts";

export interface ApiKeysNode {
  readonly kind: "apiKeys";
}

export interface ApiKeyNode {
  readonly kind: "apiKey";
  readonly apiKey: ApiKey;
  /** The active connection uses this key. */
  readonly inUse: boolean;
}

export const apiKeysTreeRow: TreeRowKind<ApiKeysNode> = {
  ...createSectionTreeRow("apiKeys", l10n.t("API keys"), "key"),
  collapsible: "collapsed",
  operations: () => listOperations(["apiKeys.list", "apiKeys.create"], {}),
};

export const apiKeyTreeRow: TreeRowKind<ApiKeyNode> = {
  id: ({ apiKey }) => `apiKey:${apiKey.id}`,
  accessibleName: l10n.t("API key"),
  describe: describeApiKey,
  serviceId: ({ apiKey }) => apiKey.id,
  operations: ({ apiKey: { id } }) => listOperations(["apiKeys.delete"], { id }),
};

function describeApiKey({ apiKey, inUse }: ApiKeyNode, now: number): NodeText {
  const { name, prefix, scopes, expiresAt, lastUsedAt, createdAt } = apiKey;
  const isOver = isExpired(expiresAt, now);
  const used =
    lastUsedAt === null ? l10n.t("never used") : lastUsedAt && l10n.t`used ${formatRelativeTime(lastUsedAt, now)}`;
  const expiry = expiresAt === null ? l10n.t("never expires") : formatExpiry(expiresAt, now);
  return {
    label: name,
    description: joinTextParts(inUse ? l10n.t("in use here") : undefined, expiry, used, scopes?.join(" ")),
    icon: isOver ? "warning" : inUse ? "pass-filled" : "key",
    facts: () =>
      collectFacts(
        [l10n.t("API key"), name],
        [l10n.t("Begins with"), prefix],
        [l10n.t("Scopes"), scopes?.join(", ")],
        [l10n.t("Expires"), expiresAt === null ? l10n.t("never") : formatFullTime(expiresAt)],
        [l10n.t("Last used"), lastUsedAt === null ? l10n.t("never") : formatFullTime(lastUsedAt)],
        [l10n.t("Created"), formatFullTime(createdAt)],
        [l10n.t("In use"), inUse ? l10n.t("by this connection") : null],
      ),
    context: `apiKey${isOver ? ".expired" : ""}${inUse ? ".inUse" : ""}`,
  };
}
