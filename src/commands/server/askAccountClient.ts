import type { ServerAccount } from "../../contract/oauthConnections.ts";
import type { Server } from "../../contract/servers.ts";
import { askInTurn, type Question } from "../../core/foundation/askInSequence.ts";
import { back } from "../../core/foundation/ports.ts";
import { providerName } from "../../core/server/serverAccounts.ts";
import type { App } from "../app.ts";

interface ClientFields {
  readonly id: string;
  readonly secret: string;
}

interface Asked {
  readonly server: Server;
  readonly account: ServerAccount;
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string;
}

/**
 * What the service is called at the provider, as variables of the server's environment; nothing where that is set already,
 * undefined: escaped.
 */
export async function askAccountClient(
  app: App,
  { server, account, redirectUri }: Asked,
): Promise<Readonly<Record<string, string>> | undefined> {
  const { clientIdVariable, clientSecretVariable, provider } = account;
  if (clientIdVariable in server.environment) return {};
  const host = providerName(provider);
  const title = `Connect ${server.name} to ${host}`;
  const idQuestion: Question<ClientFields> = async (fields, step) => {
    const id = await app.prompts.input({
      ...{ title, step, value: fields.id },
      prompt: `The client id registered at ${host}, with ${redirectUri} as the address to return to`,
      validate: (text) =>
        text.trim() === "" ? "Enter the client id: the provider gives it to registered clients." : undefined,
    });
    return id === undefined || id === back ? id : { ...fields, id: id.trim() };
  };
  const secretQuestion: Question<ClientFields> = async (fields, step) => {
    const secret = await app.prompts.input({
      ...{ title, step, secret: true },
      prompt: "The client's secret; leave it empty where the provider gave none",
    });
    return secret === undefined || secret === back ? secret : { ...fields, secret: secret.trim() };
  };
  const fields = await askInTurn({ id: "", secret: "" }, [idQuestion, secretQuestion]);
  if (!fields) return undefined;
  return { [clientIdVariable]: fields.id, ...(fields.secret !== "" && { [clientSecretVariable]: fields.secret }) };
}
