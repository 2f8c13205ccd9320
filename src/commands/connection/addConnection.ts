import { hostOf, readServiceUrl } from "../../core/connection/connection.ts";
import { askInTurn } from "../../core/foundation/askInSequence.ts";
import type { Prompts } from "../../core/foundation/ports.ts";
import type { Command } from "../app.ts";
import { keyQuestion, nameFor, type Typed, urlQuestion } from "./credentialQuestions.ts";
import { tellConnected } from "./tellConnected.ts";
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
