import { consoleUri } from "../../core/console/consoleUris.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import type { App, CommandHandler } from "../app.ts";
import { findDocumentOperation } from "./sendOperation.ts";

type ShowResponseContext = Pick<App, "documents" | "log" | "messages" | "operations">;

/** Brings back the answer to the operation whose input this is. */
export const showResponse: CommandHandler<ShowResponseContext> = async (app, target) => {
  const name = findDocumentOperation(app, target);
  if (!name) return;
  if (app.operations.state(name).hasAnswer) {
    await app.documents.show(consoleUri("answer", name), { preview: false, beside: true });
    return;
  }
  showMessage(
    app,
    "info",
    `There is no answer to ${name} yet: answers are kept for as long as the window. Run it first.`,
  );
};

/** Shows also the long texts of an answer that were cut. */
export const showWholeResponse: CommandHandler<ShowResponseContext> = async (app, target) => {
  const name = findDocumentOperation(app, target);
  if (!name) return;
  app.operations.showWhole(name);
  await showResponse(app, target);
};
