import * as l10n from "@vscode/l10n";
import { formatList } from "../../../text/language/formatList.ts";
import type { CommandHandler } from "../../base/editorServices.ts";
import { confirmCall } from "../../connection/commands/confirmCall.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { formatProviderHost } from "../../server/model/serverAccounts.ts";
import { findOauthConnection, listConnectionUsers } from "./findOauthConnection.ts";

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
