import * as l10n from "@vscode/l10n";
import type { CommandHandler } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../connectionServices.ts";

/** Connects to the local service, which needs no input. */
export const useLocalService: CommandHandler<ConnectedServices> = async (app) => {
  const session = await app.progress.run({ title: l10n.t("Starting the local service"), in: "fairlead.servers" }, () =>
    app.connections.useLocal(),
  );
  if (session.kind === "failed") throw session.error;
};

/** Starts the local service when there is no connection at all, so that a first command asks nothing; a message says so. */
export async function useLocalByDefault(app: ConnectedServices): Promise<void> {
  const { connections } = app;
  if (connections.session().kind !== "none" || connections.all().length > 0) return;
  await useLocalService(app, {});
  showMessage(
    app,
    "info",
    l10n.t("The local service was started on this machine, because there was no connection yet."),
    {
      [l10n.t("Switch Connection...")]: () => app.run("fairlead.connection.switch"),
    },
  );
}
