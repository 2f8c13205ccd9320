import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { OauthConnection } from "../../../contract/oauthConnections.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../base/ports.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { formatState } from "../../base/serviceState.ts";
import { showMessage } from "../../base/showMessage.ts";
import { readServer } from "../../server/model/readServer.ts";
import { formatProviderHost } from "../../server/model/serverAccounts.ts";

/** The current state of the command's connection; prompts from the palette. undefined: cancelled, or there is none. */
export async function findOauthConnection(
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
  const picked = await app.prompts.pick({ title, placeholder: l10n.t("Which account?"), choices });
  return picked === promptBack ? undefined : picked;
}

/** The names of the servers that use a connection; the id of a server that cannot be read. */
export function listConnectionUsers(
  client: ServiceClient,
  { usedBy = [] }: OauthConnection,
): Promise<readonly string[]> {
  return Promise.all(usedBy.map(async (id) => (await readServer(client, id))?.name ?? id));
}
