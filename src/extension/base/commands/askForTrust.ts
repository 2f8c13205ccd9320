import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../editorServices.ts";

/** Replaces a command that would read, change or run files of an untrusted workspace. */
export const askForTrust: CommandHandler<Pick<EditorServices, "messages" | "run">> = async (app) => {
  const message = l10n.t(
    "This workspace is not trusted, so nothing in it is generated from, deployed, published, installed or run. Trust it first.",
  );
  await app.messages.warning(message, { [l10n.t("Manage Trust")]: () => app.run("workbench.trust.manage") });
};
