import * as l10n from "@vscode/l10n";
import { type Connection, readUrlHost } from "../../core/connection/connection.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import type { CommandHandler } from "../app.ts";
import { addConnection, type ConnectionCommandContext } from "./addConnection.ts";
import { bearerCredential } from "./askContactChoices.ts";
import { contactService, type SaidOfService } from "./contactService.ts";
import { askApiKey } from "./credentialQuestions.ts";
import { findTargetConnection } from "./findTargetConnection.ts";
import { useLocalService } from "./useLocalService.ts";

interface TypedKey {
  readonly value: string;
  readonly problem: string | undefined;
  readonly said: SaidOfService | undefined;
}

/** Enters a new key for a connection without a valid one: the clicked connection, else the active one. */
export const signIn: CommandHandler<ConnectionCommandContext> = async (app, target) => {
  const connection = findTargetConnection(app, target);
  if (!connection) return addConnection(app, target);
  if (connection.kind === "local") return useLocalService(app, target);
  const key = await askConnectionKey(app, connection);
  if (key !== undefined) await app.connections.signIn(connection, key);
};

/** Prompts for a key until the service accepts it; undefined: cancelled. Stores nothing. */
export async function askConnectionKey(
  app: ConnectionCommandContext,
  connection: Connection,
): Promise<string | undefined> {
  const { baseUrl } = connection;
  const title = l10n.t`Sign In to ${connection.name}`;
  const { credential } = app.connections.profile(connection).read();
  let hasClientCredentials = credential?.clientCredentials !== undefined;
  let typed: TypedKey = { value: "", problem: undefined, said: undefined };
  for (;;) {
    const { said, ...shown } = typed;
    const { problem } = shown;
    // The questions for client credentials take the place of the key's.
    const key = hasClientCredentials
      ? ""
      : await askApiKey(app.prompts, { title, host: readUrlHost(baseUrl), ...shown });
    if (key === undefined || key === promptBack) return undefined;
    const result = await contactService(app, { baseUrl, key, of: connection }, { title, steps: 1, said, problem });
    if (result.kind === "cancelled") return undefined;
    if (result.kind === "fine") return result.key;
    typed = { value: key, problem: result.problem, said: result.said };
    if (!hasClientCredentials || result.field === "url") continue;
    // Back leads to a key in place of the client credentials.
    hasClientCredentials = false;
    typed = { ...typed, problem: undefined, said: { ...result.said, choices: { credential: bearerCredential } } };
  }
}
