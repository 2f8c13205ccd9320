import * as l10n from "@vscode/l10n";
import type { ConnectedServices, ConnectionServices } from "../connectionServices.ts";
import { addConnection } from "./addConnection.ts";
import { signIn } from "./signIn.ts";
import { switchConnection } from "./switchConnection.ts";

/** The user cancelled; the caller that requested an account gets this error. */
export class NotSignedInError extends Error {
  override readonly name = "NotSignedInError";
}

/** Signs in to a connection and returns its id. `id` is the connection the user signed in to before. */
export async function signInToAccount(app: ConnectedServices, id: string | undefined): Promise<string> {
  const { connections } = app;
  await connections.ready();
  const allConnections = connections.all();
  const before = new Set(allConnections.filter((one) => connections.hasKey(one)).map((one) => one.id));
  const requestedConnection = allConnections.find((one) => one.id === id);
  const session = connections.session();
  if (requestedConnection)
    await signIn(app, {
      node: { kind: "connection", connection: requestedConnection, isActive: false, state: "signedOut" },
    });
  else if (session.kind === "signedOut") await signIn(app, {});
  else if (allConnections.length === 0) await switchConnection(app, {});
  else await addConnection(app, {});
  await connections.ready();
  const now = connections.active();
  if (now && connections.hasKey(now) && (now.id === id || !before.has(now.id))) return now.id;
  throw new NotSignedInError(l10n.t("The sign-in to Fairlead was cancelled."));
}

/** Deletes the key in all windows. */
export async function signOutOfAccount({ connections }: ConnectionServices, id: string): Promise<void> {
  await connections.ready();
  const connection = connections.all().find((one) => one.id === id);
  if (connection) await connections.signOut(connection);
}
