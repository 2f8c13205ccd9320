import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { promptBack } from "../../base/ports.ts";
import type { ConnectedServices } from "../connectionServices.ts";
import type { Connection } from "../model/connection.ts";
import type { VerifiedKey } from "../model/keyring.ts";
import { addConnection } from "./addConnection.ts";
import { contactService, type SaidOfService } from "./contactService.ts";
import { findTargetConnection } from "./pickConnection.ts";
import { askKnownCredential } from "./questions/credentialQuestions.ts";
import { bearerCredential } from "./questions/headerQuestions.ts";
import { signInWithBrowser } from "./signInWithBrowser.ts";
import { useLocalService } from "./useLocalService.ts";

interface TypedKey {
  readonly value: string;
  readonly problem: string | undefined;
  readonly said: SaidOfService | undefined;
}

/**
 * Gets a new key, typed or by a sign-in in the browser, for a connection without a valid one: the clicked connection, else the
 * active one.
 */
export const signIn: CommandHandler<ConnectedServices> = async (app, target) => {
  const connection = findTargetConnection(app, target);
  if (!connection) return addConnection(app, target);
  if (connection.kind === "local") return useLocalService(app, target);
  const verified = await askConnectionKey(app, connection);
  if (!verified) return;
  const session = await app.connections.signIn(connection, verified);
  if (session.kind === "failed") throw session.error;
};

/** Prompts for a key or a sign-in in the browser until the service accepts it; undefined: cancelled. Stores nothing. */
export async function askConnectionKey(
  app: ConnectedServices,
  connection: Connection,
): Promise<VerifiedKey | undefined> {
  const { baseUrl } = connection;
  const title = l10n.t`Sign In to ${connection.name}`;
  const { credential } = app.connections.profile(connection).read();
  let hasClientCredentials = credential?.clientCredentials !== undefined;
  let typed: TypedKey = { value: "", problem: undefined, said: undefined };
  for (;;) {
    const { said, ...shown } = typed;
    const { problem } = shown;
    // The questions for client credentials take the place of the key's.
    const credential = hasClientCredentials
      ? ({ kind: "key", key: "" } as const)
      : await askKnownCredential(app, { title, baseUrl, ...shown });
    if (credential === undefined || credential === promptBack) return undefined;
    const isFromSignIn = credential.kind === "browser";
    const key = isFromSignIn ? await signInWithBrowser(app, baseUrl) : credential.key;
    if (key === undefined) return undefined;
    const result = await contactService(app, { baseUrl, key, of: connection }, { title, steps: 1, said, problem });
    if (result.kind === "cancelled") return undefined;
    if (result.kind === "fine") return { key: result.key, isFromSignIn };
    typed = { value: isFromSignIn ? "" : key, problem: result.problem, said: result.said };
    if (!hasClientCredentials || result.field === "url") continue;
    // Back leads to a key in place of the client credentials.
    hasClientCredentials = false;
    typed = { ...typed, problem: undefined, said: { ...result.said, choices: { credential: bearerCredential } } };
  }
}
