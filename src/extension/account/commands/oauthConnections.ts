import * as l10n from "@vscode/l10n";
import type { OauthConnection, OauthConnectionResource } from "../../../contract/oauthConnections.ts";
import { knownState, readServiceId } from "../../../contract/received.ts";
import { formatFullTime } from "../../../text/formatLocalTime.ts";
import { formatRelativeTime } from "../../../text/formatRelativeTime.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { formatState } from "../../base/serviceState.ts";
import { formatExpiry } from "../model/expiry.ts";
import { findOauthConnection, listConnectionUsers } from "./findOauthConnection.ts";

export const openOauthConnection: CommandHandler<EditorServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const connection = await findOauthConnection(app, client, target, l10n.t("Open OAuth Connection"));
  if (!connection) return;
  const text = formatOauthConnectionDocument(connection, await listConnectionUsers(client, connection), Date.now());
  await app.documents.showMarkdown(text, connection.account ?? connection.provider ?? l10n.t("OAuth connection"));
};

const nextSteps = {
  connected: l10n.t("Its tokens are renewed when they have to be. They stay with the service."),
  expired: l10n.t("Calls that need it fail. Connect the account again: Connect Account on the server."),
  revoked: l10n.t("Calls that need it fail. Connect the account again: Connect Account on the server."),
} as const satisfies Record<OauthConnectionResource["status"], string>;

/** A read-only view of an OAuth connection. The service never returns its tokens. */
function formatOauthConnectionDocument(connection: OauthConnection, servers: readonly string[], now: number): string {
  const { id, provider, account, status, statusDetail, scopes, connectedAt, expiresAt } = connection;
  const rows = [
    [l10n.t("Account"), account ?? l10n.t("The provider does not say")],
    [l10n.t("Provider"), provider],
    [l10n.t("State"), formatState(status)],
    [l10n.t("Why"), statusDetail],
    [l10n.t("Used by"), servers.join(", ")],
    [l10n.t("Scopes"), scopes && (scopes.join(", ") || l10n.t("none in particular"))],
    [l10n.t("Connected"), connectedAt && `${formatRelativeTime(connectedAt, now)} (${formatFullTime(connectedAt)})`],
    [l10n.t("Access token"), expiresAt && `${formatExpiry(expiresAt, now)} (${formatFullTime(expiresAt)})`],
    [l10n.t("Connection"), readServiceId(id)],
  ] as const;
  const knownStatus = knownState(status);
  return [
    `# ${escapeMarkdown(account ?? provider ?? l10n.t("OAuth connection"))}`,
    "",
    ...(knownStatus ? [nextSteps[knownStatus], ""] : []),
    "| | |",
    "| --- | --- |",
    ...rows.flatMap(([name, value]) => (value ? [`| ${escapeMarkdown(name)} | ${escapeMarkdown(value)} |`] : [])),
    "",
  ].join("\n");
}
