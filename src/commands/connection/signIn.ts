import { hostOf } from "../../core/connection/connection.ts";
import { back } from "../../core/foundation/ports.ts";
import type { Command } from "../app.ts";
import { addConnection } from "./addConnection.ts";
import { askKey } from "./credentialQuestions.ts";
import { connectionOf } from "./findTargetConnection.ts";
import { useLocalService } from "./useLocalService.ts";
import { verifyKey } from "./verifyApiKey.ts";

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
