import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { ConnectionServices } from "../connectionServices.ts";

/** Connects to the local service, which needs no input. */
export const useLocalService: CommandHandler<EditorServices & ConnectionServices> = async (app) => {
  const session = await app.progress.run({ title: l10n.t("Starting the local service"), in: "fairlead.servers" }, () =>
    app.connections.useLocal(),
  );
  if (session.kind === "failed") throw session.error;
};
