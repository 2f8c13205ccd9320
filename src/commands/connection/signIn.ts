import type { Command } from "../../core/app.ts";
import { hostOf } from "../../core/connection.ts";
import { back } from "../../core/ports.ts";
import { addConnection } from "./add.ts";
import { askKey } from "./askCredentials.ts";
import { connectionOf } from "./connectionOf.ts";
import { useLocalService } from "./useLocal.ts";
import { verifyKey } from "./verifyKey.ts";

/** A key for a connection that lost its own or whose key is refused; the active one unless another was clicked. */
export const signIn: Command = async (app, target) => {
  const connection = connectionOf(app, target);
  if (!connection) return addConnection(app, target);
  if (connection.kind === "local") return useLocalService(app, target);
  let typed: { readonly value: string; readonly problem: string | undefined } = { value: "", problem: undefined };
  for (;;) {
    const host = hostOf(connection.baseUrl);
    const key = await askKey(app.prompts, { title: `Sign In to ${connection.name}`, host, ...typed });
    if (key === undefined || key === back) return;
    const verdict = await verifyKey(app, { baseUrl: connection.baseUrl, key }, connection);
    if (verdict.kind === "cancelled") return;
    if (verdict.kind === "fine") {
      await app.connections.signIn(connection, key);
      return;
    }
    typed = { value: key, problem: verdict.problem };
  }
};
