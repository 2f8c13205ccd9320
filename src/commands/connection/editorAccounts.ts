import type { App } from "../app.ts";
import { addConnection, type ConnectionCommandContext } from "./addConnection.ts";
import { signIn } from "./signIn.ts";
import { switchConnection } from "./switchConnection.ts";

/** The user changed their mind, which whoever asked for an account has to be told. */
export class NotSignedInError extends Error {
  override readonly name = "NotSignedInError";
}

/** Leads to a connection that has a key; answers its id. `id` is one that the user had before. */
export async function signInToAccount(app: ConnectionCommandContext, id: string | undefined): Promise<string> {
  const { connections } = app;
  await connections.ready();
  const known = connections.all();
  const before = new Set(known.filter((one) => connections.hasKey(one)).map((one) => one.id));
  const asked = known.find((one) => one.id === id);
  const session = connections.session();
  if (asked)
    await signIn(app, { node: { kind: "connection", connection: asked, isActive: false, state: "signedOut" } });
  else if (session.kind === "signedOut") await signIn(app, {});
  else if (known.length === 0) await switchConnection(app, {});
  else await addConnection(app, {});
  await connections.ready();
  const now = connections.active();
  if (now && connections.hasKey(now) && (now.id === id || !before.has(now.id))) return now.id;
  throw new NotSignedInError("Nobody signed in to Fairlead: the question was left.");
}

/** The key is gone, in all windows. */
export async function signOutOfAccount({ connections }: Pick<App, "connections">, id: string): Promise<void> {
  await connections.ready();
  const connection = connections.all().find((one) => one.id === id);
  if (connection) await connections.signOut(connection);
}
