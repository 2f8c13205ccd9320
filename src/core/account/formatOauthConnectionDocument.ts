import type { OauthConnection } from "../../contract/oauthConnections.ts";
import { escapeMarkdown } from "../../text/escapeMarkdown.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { formatState, statedValue, unknownStateText } from "../foundation/statedValue.ts";
import { formatExpiry } from "./expiry.ts";

const nextSteps = {
  connected: "Its tokens are renewed when they have to be. They stay with the service.",
  expired: "Calls that need it fail. Connect the account again: Connect Account on the server.",
  revoked: "Calls that need it fail. Connect the account again: Connect Account on the server.",
} as const satisfies Record<OauthConnection["status"], string>;

/** A connection to be read. Tokens are nowhere in it: the service does not tell them. */
export function formatOauthConnectionDocument(
  connection: OauthConnection,
  servers: readonly string[],
  now: number,
): string {
  const { id, provider, account, status, statusDetail, scopes, connectedAt, expiresAt } = connection;
  const rows = [
    ["Account", account ?? "The provider does not say"],
    ["Provider", provider],
    ["State", formatState(connection)],
    ["Why", statusDetail ?? ""],
    ["Used by", servers.join(", ")],
    ["Scopes", scopes.join(", ") || "none in particular"],
    ["Connected", statedValue(connectedAt) ? `${formatRelativeTime(connectedAt, now)} (${connectedAt})` : ""],
    [
      "Access token",
      expiresAt === null || !statedValue(expiresAt) ? "" : `${formatExpiry(expiresAt, now)} (${expiresAt})`,
    ],
    ["Connection", statedValue(id) ?? ""],
  ];
  return [
    `# ${escapeMarkdown(account ?? provider)}`,
    "",
    ...(unknownStateText(connection) === undefined ? [nextSteps[status], ""] : []),
    "| | |",
    "| --- | --- |",
    ...rows
      .filter(([, value]) => value !== "")
      .map((cells) => `| ${cells.map((cell) => escapeMarkdown(cell)).join(" | ")} |`),
    "",
  ].join("\n");
}
