import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { consoleUri } from "../../base/uris/virtualUris.ts";
import type { ConsoleServices } from "../consoleServices.ts";
import { findDocumentOperation } from "./sendOperation.ts";

type ShowResponseContext = EditorServices & ConsoleServices;

/** Shows the last response of the input's operation; in the response, its texts that are cut. */
export const showResponse: CommandHandler<ShowResponseContext> = async (app, target) => {
  const name = findDocumentOperation(app, target);
  if (!name) return;
  if ((target.resource ?? app.documents.active()?.uri) === consoleUri("answer", name))
    app.operations.showFullResponse(name);
  if (app.operations.state(name).hasResponse) {
    await app.documents.show(consoleUri("answer", name), { preview: false, beside: true });
    return;
  }
  showMessage(
    app,
    "info",
    l10n.t`There is no answer to ${name} yet: answers are kept for as long as the window. Run it first.`,
  );
};
