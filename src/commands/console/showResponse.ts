import { consoleUri } from "../../core/console/consoleUris.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { Command } from "../app.ts";
import { operationHere } from "./sendOperation.ts";

/** Brings back the answer to the operation whose input this is. */
export const showAnswer: Command = async (app, target) => {
  const name = operationHere(app, target);
  if (!name) return;
  if (app.operations.state(name).hasAnswer) {
    await app.documents.show(consoleUri("answer", name), { preview: false, beside: true });
    return;
  }
  say(app, "info", `There is no answer to ${name} yet: answers are kept for as long as the window. Run it first.`);
};

/** Shows also the long texts of an answer that were cut. */
export const showWholeAnswer: Command = async (app, target) => {
  const name = operationHere(app, target);
  if (!name) return;
  app.operations.showWhole(name);
  await showAnswer(app, target);
};
