import { readServiceUrl, readUrlHost } from "../../core/connection/connection.ts";
import type { ConnectionSession } from "../../core/connection/connectionSession.ts";
import { isUserKnown } from "../../core/connection/readMe.ts";
import { askInSequence } from "../../core/foundation/askInSequence.ts";
import type { Prompts } from "../../core/foundation/ports.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App, CommandHandler } from "../app.ts";
import {
  type ConnectionFields,
  createKeyQuestion,
  createUrlQuestion,
  suggestConnectionName,
} from "./credentialQuestions.ts";
import { verifyApiKey } from "./verifyApiKey.ts";

export type ConnectionCommandContext = Pick<App, "connections" | "log" | "messages" | "progress" | "prompts" | "run">;

/** Asks for URL and key until the service knows the key, or the user has enough. Nothing is stored before. */
export const addConnection: CommandHandler<ConnectionCommandContext> = async (app) => {
  const questions = [createUrlQuestion(app.prompts), createKeyQuestion(app.prompts)];
  let typed: ConnectionFields = { url: "", key: "" };
  for (;;) {
    const answers = await askInSequence(typed, questions, typed.problem?.what === "key" ? 1 : 0);
    if (!answers) return;
    const url = readServiceUrl(answers.url);
    if (url.kind === "unusable") return;
    if (url.kind === "plain" && !(await mayGoUnencrypted(app.prompts, url.baseUrl))) return;
    const credentials = { baseUrl: url.baseUrl, key: answers.key };
    const verdict = await verifyApiKey(app, credentials);
    if (verdict.kind === "fine") {
      const session = await app.connections.add(credentials, suggestConnectionName(url.baseUrl, app.connections.all()));
      if (session.kind === "failed") throw session.error;
      showConnectedMessage(app, session);
      return;
    }
    if (verdict.kind === "cancelled") return;
    typed = { url: answers.url, key: answers.key, problem: { what: verdict.what, text: verdict.problem } };
  }
};

function mayGoUnencrypted(prompts: Prompts, baseUrl: string): Promise<boolean> {
  return prompts.confirm({
    message: `Send the key to ${readUrlHost(baseUrl)} without encryption?`,
    detail:
      "The URL starts with http://, so everybody on the way can read the key and what is sent. Use https:// if the service offers it.",
    action: "Send It Unencrypted",
  });
}

/** Says where one is connected to, and of another kind of service what to expect of it. */
function showConnectedMessage(app: Pick<App, "log" | "messages" | "run">, session: ConnectionSession): void {
  if (session.kind !== "connected") return;
  const { connection, keeper, me } = session;
  const connected = `Connected to ${readUrlHost(connection.baseUrl)}.`;
  if (keeper.read().dialect !== "other") {
    showMessage(app, "info", connected);
    return;
  }
  const nobody = isUserKnown(me) ? [] : ["It does not say whose key this is."];
  const words = [
    connected,
    "It has a way of its own to answer, which Fairlead learns as it reads.",
    ...nobody,
    "Check what is understood, and correct it in the connection's profile.",
  ];
  showMessage(app, "info", words.join(" "), {
    "Check Compatibility": () => app.run("fairlead.compatibility.check"),
    "Edit Profile": () => app.run("fairlead.profile.edit"),
  });
}
