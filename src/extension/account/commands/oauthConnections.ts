import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { OauthConnection, OauthConnectionResource } from "../../../contract/oauthConnections.ts";
import { knownState, readServiceId } from "../../../contract/received.ts";
import { formatFullTime, formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatList } from "../../../text/language/formatList.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { formatState } from "../../base/serviceState.ts";
import { showMessage } from "../../base/showMessage.ts";
import { confirmCall } from "../../connection/commands/confirmCall.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { readServer } from "../../server/model/readServer.ts";
import { formatProviderHost } from "../../server/model/serverAccounts.ts";
import { formatExpiry } from "../model/expiry.ts";

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

/** The current state of the command's connection; prompts from the palette. undefined: cancelled, or there is none. */
async function findOauthConnection(
  app: EditorServices,
  client: ServiceClient,
  { node }: CommandTarget,
  title: string,
): Promise<OauthConnection | undefined> {
  if (node?.kind === "oauthConnection") return client.call("oauthConnection.get", { id: node.connection.id });
  const choices: PromptChoice<OauthConnection>[] = [];
  for await (const connection of client.list("oauthConnections.list", { limit: 200 })) {
    const { account, provider, status } = connection;
    const host = account && provider ? formatProviderHost(provider) : undefined;
    const description = joinTextParts(host, formatState(status));
    choices.push({
      label: account ?? provider ?? l10n.t("OAuth connection"),
      description,
      icon: "link",
      value: connection,
    });
  }
  if (choices.length === 0) {
    showMessage(app, "info", l10n.t("No account is connected to any server."));
    return undefined;
  }
  return app.prompts.pick({ title, placeholder: l10n.t("Which account?"), choices });
}

/** The names of the servers that use a connection; the id of a server that cannot be read. */
function listConnectionUsers(client: ServiceClient, { usedBy = [] }: OauthConnection): Promise<readonly string[]> {
  return Promise.all(usedBy.map(async (id) => (await readServer(client, id))?.name ?? id));
}

/** Disconnects an account from the servers that use it; the service revokes its tokens at the provider. */
export const disconnectOauthConnection: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const connection = await findOauthConnection(app, client, target, l10n.t("Disconnect Account"));
  if (!connection) return;
  const host = connection.provider && formatProviderHost(connection.provider);
  const name = connection.account ?? (host ? l10n.t`the account at ${host}` : l10n.t("the account"));
  const servers = formatList(await listConnectionUsers(client, connection));
  const confirmed = await confirmCall(app, "oauthConnection.delete", {
    message: servers === "" ? l10n.t`Disconnect ${name}?` : l10n.t`Disconnect ${name} from ${servers}?`,
    detail: host
      ? l10n.t`Calls that need the account fail from now on. Its tokens are revoked at ${host} and deleted here.`
      : l10n.t("Calls that need the account fail from now on. Its tokens are revoked and deleted here."),
    action: l10n.t("Disconnect"),
  });
  if (!confirmed) return;
  await app.progress.run({ title: l10n.t`Disconnecting ${name}`, in: "fairlead.account" }, (_report, signal) =>
    client.call("oauthConnection.delete", { id: connection.id }, { signal, ...confirmed }),
  );
  app.refresh("fairlead.account", "fairlead.servers");
};
