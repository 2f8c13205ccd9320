import { showMessage } from "../../core/foundation/showMessage.ts";
import { formatProviderHost } from "../../core/server/serverAccounts.ts";
import type { App, CommandHandler } from "../app.ts";
import { confirmCall } from "../confirmCall.ts";
import { findOauthConnection, listConnectionUsers } from "./findOauthConnection.ts";

/** Disconnects an account from the servers that use it; the service revokes its tokens at the provider. */
export const disconnectOauthConnection: CommandHandler<
  Pick<App, "client" | "connections" | "log" | "messages" | "progress" | "prompts" | "refresh" | "settings">
> = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const connection = await findOauthConnection(app, client, target, "Disconnect Account");
  if (!connection) return;
  const host = connection.provider && formatProviderHost(connection.provider);
  const name = connection.account ?? (host ? `The account at ${host}` : "The account");
  const servers = await listConnectionUsers(client, connection);
  const confirmed = await confirmCall(app, "oauthConnection.delete", {
    message: `Disconnect ${name} from ${servers.join(", ") || "the service"}?`,
    detail: `Calls that need the account fail from now on. Its tokens are revoked${host ? ` at ${host}` : ""} and deleted here.`,
    action: "Disconnect",
  });
  if (!confirmed) return;
  await app.progress.run({ title: `Disconnecting ${name}`, in: "fairlead.account" }, (_report, signal) =>
    client.call("oauthConnection.delete", { id: connection.id }, { signal, ...confirmed }),
  );
  app.refresh("fairlead.account", "fairlead.servers");
  showMessage(app, "info", `Disconnected ${name}.`);
};
