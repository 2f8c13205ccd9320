import type { ApiKey } from "../../../contract/identity.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatExpiry, isExpired } from "../../account/expiry.ts";
import { formatRelativeTime } from "../../foundation/formatRelativeTime.ts";
import { formatTimestamp } from "../../foundation/formatTimestamp.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { createSectionTreeRow } from "./createSectionTreeRow.ts";
import { listOperations, type TreeRowKind } from "./treeRowKind.ts";

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
  ...createSectionTreeRow("apiKeys", "API keys", "key"),
  collapsible: "collapsed",
  operations: () => listOperations(["apiKeys.list", "apiKeys.create"], {}),
};

export const apiKeyTreeRow: TreeRowKind<ApiKeyNode> = {
  id: ({ apiKey }) => `apiKey:${apiKey.id}`,
  accessibleName: "API key",
  describe: describeApiKey,
  revision: ({ apiKey, inUse }) => JSON.stringify([apiKey, inUse]),
  serviceId: ({ apiKey }) => apiKey.id,
  operations: ({ apiKey: { id } }) => listOperations(["apiKeys.delete"], { id }),
};

function describeApiKey({ apiKey, inUse }: ApiKeyNode, now: number): NodeText {
  const { name, prefix, scopes, expiresAt, lastUsedAt, createdAt } = apiKey;
  const isOver = isExpired(expiresAt, now);
  const used = lastUsedAt === null ? "never used" : lastUsedAt && `used ${formatRelativeTime(lastUsedAt, now)}`;
  const expiry = expiresAt === null ? "never expires" : formatExpiry(expiresAt, now);
  return {
    label: name,
    description: joinTextParts(inUse ? "in use here" : undefined, expiry, used, scopes?.join(" ")),
    icon: isOver ? "warning" : inUse ? "pass-filled" : "key",
    facts: () =>
      collectFacts(
        ["API key", name],
        ["Begins with", prefix],
        ["Scopes", scopes?.join(", ")],
        ["Expires", expiresAt === null ? "never" : formatTimestamp(expiresAt)],
        ["Last used", lastUsedAt === null ? "never" : formatTimestamp(lastUsedAt)],
        ["Created", formatTimestamp(createdAt)],
        ["In use", inUse ? "by this connection" : null],
      ),
    context: `apiKey${isOver ? ".expired" : ""}${inUse ? ".inUse" : ""}`,
  };
}
