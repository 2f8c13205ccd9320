import { say } from "../../core/foundation/showMessage.ts";
import { providerName } from "../../core/server/serverAccounts.ts";
import type { Command } from "../app.ts";
import { findOauthConnection, usersOf } from "./findOauthConnection.ts";

/** Takes an account away from the servers that use it; its tokens are revoked at the provider. */
export const disconnectOauthConnection: Command = async (app, target) => {
  const client = await app.client();
  if (!client) return;
  const connection = await findOauthConnection(app, client, target, "Disconnect Account");
  if (!connection) return;
  const name = connection.account ?? `The account at ${providerName(connection.provider)}`;
  const servers = await usersOf(client, connection);
  const confirmed = await app.prompts.confirm({
    message: `Disconnect ${name} from ${servers.join(", ") || "the service"}?`,
    detail: `Calls that need the account fail from now on. Its tokens are revoked at ${providerName(connection.provider)} and forgotten here.`,
    action: "Disconnect",
  });
  if (!confirmed) return;
  await app.progress.run({ title: `Disconnecting ${name}`, in: "fairlead.account" }, (_report, signal) =>
    client.call("oauthConnection.delete", { id: connection.id }, { signal }),
  );
  app.refresh("fairlead.account", "fairlead.servers");
  say(app, "info", `Disconnected ${name}.`);
};
