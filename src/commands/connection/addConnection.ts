import { hostOf, readServiceUrl } from "../../core/connection/connection.ts";
import type { Session } from "../../core/connection/connectionSession.ts";
import { unknownMe } from "../../core/connection/readMe.ts";
import { askInTurn } from "../../core/foundation/askInSequence.ts";
import type { Prompts } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App, Command } from "../app.ts";
import { keyQuestion, nameFor, type Typed, urlQuestion } from "./credentialQuestions.ts";
import { verifyKey } from "./verifyApiKey.ts";

/** Asks for URL and key until the service knows the key, or the user has enough. Nothing is stored before. */
export const addConnection: Command = async (app) => {
  const questions = [urlQuestion(app.prompts), keyQuestion(app.prompts)];
  let typed: Typed = { url: "", key: "" };
  for (;;) {
    const answers = await askInTurn(typed, questions, typed.problem?.what === "key" ? 1 : 0);
    if (!answers) return;
    const url = readServiceUrl(answers.url);
    if (url.kind === "unusable") return;
    if (url.kind === "plain" && !(await mayGoUnencrypted(app.prompts, url.baseUrl))) return;
    const credentials = { baseUrl: url.baseUrl, key: answers.key };
    const verdict = await verifyKey(app, credentials);
    if (verdict.kind === "fine") {
      const session = await app.connections.add(credentials, nameFor(url.baseUrl, app.connections.all()));
      if (session.kind === "failed") throw session.error;
      tellConnected(app, session);
      return;
    }
    if (verdict.kind === "cancelled") return;
    typed = { url: answers.url, key: answers.key, problem: { what: verdict.what, text: verdict.problem } };
  }
};

function mayGoUnencrypted(prompts: Prompts, baseUrl: string): Promise<boolean> {
  return prompts.confirm({
    message: `Send the key to ${hostOf(baseUrl)} without encryption?`,
    detail:
      "The URL starts with http://, so everybody on the way can read the key and what is sent. Use https:// if the service offers it.",
    action: "Send It Unencrypted",
  });
}

/** Says where one is connected to, and of another kind of service what to expect of it. */
function tellConnected(app: App, session: Session): void {
  if (session.kind !== "connected") return;
  const { connection, keeper, me } = session;
  const connected = `Connected to ${hostOf(connection.baseUrl)}.`;
  if (keeper.read().dialect !== "other") {
    say(app, "info", connected);
    return;
  }
  const nobody = me === unknownMe ? ["It does not say whose key this is."] : [];
  const words = [
    connected,
    "It has a way of its own to answer, which Fairlead learns as it reads.",
    ...nobody,
    "Check what is understood, and correct it in the connection's profile.",
  ];
  say(app, "info", words.join(" "), {
    "Check Compatibility": () => app.run("fairlead.compatibility.check"),
    "Edit Profile": () => app.run("fairlead.profile.edit"),
  });
}
