import type { OauthConnection } from "../../contract/oauthConnections.ts";
import { markdownText } from "../../text/escapeMarkdown.ts";
import { ago } from "../foundation/formatRelativeTime.ts";
import { said, statedOf, stateWords } from "../foundation/statedValue.ts";
import { expiryWords } from "./expiry.ts";

const nextSteps = {
  connected: "Its tokens are renewed when they have to be. They stay with the service.",
  expired: "Calls that need it fail. Connect the account again: Connect Account on the server.",
  revoked: "Calls that need it fail. Connect the account again: Connect Account on the server.",
} as const satisfies Record<OauthConnection["status"], string>;

/** A connection to be read. Tokens are nowhere in it: the service does not tell them. */
export function oauthConnectionDocument(connection: OauthConnection, servers: readonly string[], now: number): string {
  const { id, provider, account, status, statusDetail, scopes, connectedAt, expiresAt } = connection;
  const rows = [
    ["Account", account ?? "The provider does not say"],
    ["Provider", provider],
    ["State", stateWords(connection)],
    ["Why", statusDetail ?? ""],
    ["Used by", servers.join(", ")],
    ["Scopes", scopes.join(", ") || "none in particular"],
    ["Connected", said(connectedAt) ? `${ago(connectedAt, now)} (${connectedAt})` : ""],
    ["Access token", expiresAt === null || !said(expiresAt) ? "" : `${expiryWords(expiresAt, now)} (${expiresAt})`],
    ["Connection", said(id) ?? ""],
  ];
  return [
    `# ${markdownText(account ?? provider)}`,
    "",
    ...(statedOf(connection) === undefined ? [nextSteps[status], ""] : []),
    "| | |",
    "| --- | --- |",
    ...rows
      .filter(([, value]) => value !== "")
      .map((cells) => `| ${cells.map((cell) => markdownText(cell)).join(" | ")} |`),
    "",
  ].join("\n");
}
