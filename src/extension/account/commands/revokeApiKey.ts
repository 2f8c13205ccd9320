import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { ApiKey } from "../../../contract/identity.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import { confirmCall } from "../../connection/commands/confirmCall.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { ConnectionSession } from "../../connection/model/connectionSession.ts";
import { formatExpiry, isExpired } from "../model/expiry.ts";

type Connected = Extract<ConnectionSession, { kind: "connected" }>;

/** Deletes a key at the service, which rejects it from then on. */
export const revokeApiKey: CommandHandler<ConnectedServices> = async (app, target) => {
  const client = await app.client();
  const session = app.connections.session();
  if (!client || session.kind !== "connected") return;
  const apiKey = await chooseKey(app, client, session, target);
  if (!apiKey) return;
  const isInUse = apiKey.id === session.me.key?.id;
  const confirmed = await confirmCall(app, "apiKeys.delete", createQuestion(session, apiKey, isInUse));
  if (!confirmed) return;
  await app.progress.run({ title: l10n.t`Revoking ${apiKey.name}`, in: "fairlead.account" }, (_report, signal) =>
    client.call("apiKeys.delete", { id: apiKey.id }, { signal, ...confirmed }),
  );
  app.refresh("fairlead.account");
  if (isInUse) await goOnWithout(app, session, apiKey);
};

/** Revokes a key that was just created and is not used; without a prompt, because no client has it. */
export async function revokeUnusedApiKey(app: EditorServices, id: string): Promise<void> {
  const client = await app.client();
  if (!client) return;
  await client.call("apiKeys.delete", { id });
  app.refresh("fairlead.account");
}

async function chooseKey(
  app: EditorServices,
  client: ServiceClient,
  { me }: Connected,
  { node }: CommandTarget,
): Promise<ApiKey | undefined> {
  if (node?.kind === "apiKey") return node.apiKey;
  return app.prompts.pick<ApiKey>({
    title: l10n.t("Revoke API Key"),
    placeholder: l10n.t("Which key?"),
    choices: keyChoices(client, me.key?.id),
  });
}

async function keyChoices(client: ServiceClient, used: string | undefined): Promise<readonly PromptChoice<ApiKey>[]> {
  const choices: PromptChoice<ApiKey>[] = [];
  for await (const apiKey of client.list("apiKeys.list", { limit: 200 })) {
    const { id, name, prefix, scopes, expiresAt } = apiKey;
    const now = Date.now();
    const expiry = formatExpiry(expiresAt, now);
    const icon = isExpired(expiresAt, now) ? "warning" : "key";
    const description = joinTextParts(id === used ? l10n.t("in use here") : undefined, scopes?.join(" "), expiry);
    choices.push({ label: name, description, detail: prefix && `${prefix}...`, icon, value: apiKey });
  }
  return choices;
}

function createQuestion({ connection }: Connected, { name, prefix }: ApiKey, isInUse: boolean) {
  if (!isInUse) {
    return {
      message: l10n.t`Revoke the API key "${name}" (${prefix ?? ""}...)?`,
      detail: l10n.t("The service rejects it from now on. This cannot be undone."),
      action: l10n.t("Revoke"),
    };
  }
  const after =
    connection.kind === "local"
      ? l10n.t("The local service gives this editor a new key. The service rejects the old one from now on.")
      : l10n.t`You are signed out of ${connection.name} in all windows and need another key to sign in again.`;
  return {
    message: l10n.t`Revoke "${name}" (${prefix ?? ""}...), the key that ${connection.name} is used with here?`,
    detail: l10n.t`${after} This cannot be undone.`,
    action: l10n.t("Revoke the Key in Use"),
  };
}

async function goOnWithout(app: ConnectedServices, { connection }: Connected, { name }: ApiKey): Promise<void> {
  if (connection.kind === "remote") {
    await app.connections.signOut(connection);
    showMessage(app, "info", l10n.t`Revoked the key "${name}", so you are signed out of ${connection.name}.`, {
      [l10n.t("Sign In")]: () => app.run("fairlead.connection.signIn"),
    });
    return;
  }
  const session = await app.connections.use(connection.id);
  if (session.kind === "failed") throw session.error;
}
