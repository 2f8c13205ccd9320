import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../editorServices.ts";

const manage = l10n.t("Manage Trust");

/** Replaces a command that would read, change or run files of an untrusted workspace. */
export const askForTrust: CommandHandler<Pick<EditorServices, "messages" | "run">> = async (app) => {
  const message = l10n.t(
    "This workspace is not trusted, so nothing in it is generated from, deployed, published, installed or run. Trust it first.",
  );
  if ((await app.messages.warning(message, manage)) === manage) await app.run("workbench.trust.manage");
};
