import * as l10n from "@vscode/l10n";
import type { App, CommandHandler } from "../../workbench/app.ts";

/** Connects to the local service, which needs no input. */
export const useLocalService: CommandHandler<Pick<App, "connections" | "progress">> = async (app) => {
  const session = await app.progress.run({ title: l10n.t("Starting the local service"), in: "fairlead.servers" }, () =>
    app.connections.useLocal(),
  );
  if (session.kind === "failed") throw session.error;
};
