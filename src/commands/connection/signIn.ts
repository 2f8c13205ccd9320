import { readUrlHost } from "../../core/connection/connection.ts";
import { promptBack } from "../../core/foundation/ports.ts";
import type { CommandHandler } from "../app.ts";
import { addConnection, type ConnectionCommandContext } from "./addConnection.ts";
import { askApiKey } from "./credentialQuestions.ts";
import { findTargetConnection } from "./findTargetConnection.ts";
import { useLocalService } from "./useLocalService.ts";
import { verifyApiKey } from "./verifyApiKey.ts";

/** Enters a new key for a connection without a valid one: the clicked connection, else the active one. */
export const signIn: CommandHandler<ConnectionCommandContext> = async (app, target) => {
  const connection = findTargetConnection(app, target);
  if (!connection) return addConnection(app, target);
  if (connection.kind === "local") return useLocalService(app, target);
  let typed: { readonly value: string; readonly problem: string | undefined } = { value: "", problem: undefined };
  for (;;) {
    const host = readUrlHost(connection.baseUrl);
    const key = await askApiKey(app.prompts, { title: `Sign In to ${connection.name}`, host, ...typed });
    if (key === undefined || key === promptBack) return;
    const verdict = await verifyApiKey(app, { baseUrl: connection.baseUrl, key }, connection);
    if (verdict.kind === "cancelled") return;
    if (verdict.kind === "fine") {
      await app.connections.signIn(connection, key);
      return;
    }
    typed = { value: key, problem: verdict.problem };
  }
};
