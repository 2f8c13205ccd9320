import type { Client } from "../../client/client.ts";
import type { OutputOf } from "../../contract/operations.ts";
import type { Connection } from "../../core/connection/connection.ts";
import { isAborted, isUnauthorized, messageOf } from "../../core/foundation/failure.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App, Command } from "../app.ts";
import { expiresAt } from "./apiKeyExpiry.ts";
import { askKeyFields, createTitle, type KeyFields } from "./askKeyFields.ts";
import { revokeAfterwards } from "./revokeApiKey.ts";

type MadeKey = OutputOf<"apiKeys.create">;

/** Makes a key and shows it once: it is kept nowhere but where the user puts it. */
export const createApiKey: Command = async (app) => {
  const client = await app.client();
  const session = app.connections.session();
  if (!client || session.kind !== "connected") return;
  const { connection, me } = session;
  let typed: KeyFields = { name: "", scopes: ["read"], expiry: { kind: "days", days: 90 } };
  for (;;) {
    const fields = await askKeyFields(app.prompts, typed, me.key.scopes, Date.now());
    if (!fields) return;
    const made = await tryCreate(app, client, fields);
    if (typeof made !== "string") {
      app.refresh("fairlead.account");
      showOnce(app, connection, made);
      return;
    }
    typed = { ...fields, problem: made };
  }
};

/** The key, or why there is none. It cannot be cancelled: a key that is made after all would be nobody's. */
async function tryCreate(app: App, client: Client, { name, scopes, expiry }: KeyFields): Promise<MadeKey | string> {
  const end = expiresAt(expiry, Date.now());
  const order = { name, scopes: [...scopes], ...(end !== undefined && { expiresAt: end }) };
  try {
    const task = { title: `Creating the key ${name}`, in: "fairlead.account" } as const;
    return await app.progress.run(task, () => client.call("apiKeys.create", order));
  } catch (error) {
    // Without a session, nothing that is typed helps.
    if (isAborted(error) || isUnauthorized(error)) throw error;
    app.log.warning(`${createTitle}: ${messageOf(error)}`);
    return messageOf(error);
  }
}

/** The only place where a key is shown. The message is neither logged nor kept. */
function showOnce(app: App, connection: Connection, made: MadeKey): void {
  const { name, key, scopes } = made;
  const use = async () => {
    const session = await app.connections.signIn(connection, key);
    if (session.kind === "failed") throw session.error;
    say(app, "info", `${connection.name} uses the key "${name}" from now on. It is not shown again.`);
  };
  const copy = async () => {
    await app.clipboard(key);
    say(app, "info", `Copied the key "${name}". It is not shown again.`);
  };
  say(
    app,
    "info",
    `The key "${name}" is ${key} and is shown only now. Copy it to where it is needed.`,
    // Without "read" nobody could even ask whose it is.
    { Copy: copy, ...(scopes.includes("read") && { "Use for This Connection": use }) },
    async () => tellLost(app, made),
  );
}

function tellLost(app: App, { id, name }: MadeKey): void {
  say(app, "warning", `The key "${name}" was not copied, so it is lost. Revoke it, and create another one.`, {
    Revoke: () => revokeAfterwards(app, id),
  });
}
