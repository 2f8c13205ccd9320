import type { OauthConnection, OauthConnectionResource } from "../../contract/oauthConnections.ts";
import { knownState, readServiceId } from "../../contract/received.ts";
import { escapeMarkdown } from "../../text/markdown/escapeMarkdown.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { formatTimestamp } from "../foundation/formatTimestamp.ts";
import { formatState } from "../foundation/serviceState.ts";
import { formatExpiry } from "./expiry.ts";

const nextSteps = {
  connected: "Its tokens are renewed when they have to be. They stay with the service.",
  expired: "Calls that need it fail. Connect the account again: Connect Account on the server.",
  revoked: "Calls that need it fail. Connect the account again: Connect Account on the server.",
} as const satisfies Record<OauthConnectionResource["status"], string>;

/** A read-only view of an OAuth connection. The service never returns its tokens. */
export function formatOauthConnectionDocument(
  connection: OauthConnection,
  servers: readonly string[],
  now: number,
): string {
  const { id, provider, account, status, statusDetail, scopes, connectedAt, expiresAt } = connection;
  const rows = [
    ["Account", account ?? "The provider does not say"],
    ["Provider", provider],
    ["State", formatState(status)],
    ["Why", statusDetail],
    ["Used by", servers.join(", ")],
    ["Scopes", scopes && (scopes.join(", ") || "none in particular")],
    ["Connected", connectedAt && `${formatRelativeTime(connectedAt, now)} (${formatTimestamp(connectedAt)})`],
    ["Access token", expiresAt && `${formatExpiry(expiresAt, now)} (${formatTimestamp(expiresAt)})`],
    ["Connection", readServiceId(id)],
  ] as const;
  const knownStatus = knownState(status);
  return [
    `# ${escapeMarkdown(account ?? provider ?? "OAuth connection")}`,
    "",
    ...(knownStatus ? [nextSteps[knownStatus], ""] : []),
    "| | |",
    "| --- | --- |",
    ...rows.flatMap(([name, value]) => (value ? [`| ${escapeMarkdown(name)} | ${escapeMarkdown(value)} |`] : [])),
    "",
  ].join("\n");
}
