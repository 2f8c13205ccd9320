import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../text/formatFirst.ts";
import { setArchived } from "../../base/archivedState.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import { type ArchivableItem, listArchivableItems } from "../archivableItem.ts";
import { refreshItemViews } from "./refreshViews.ts";

/** Restores the selected archived projects, servers and skills. */
export const restoreItems: CommandHandler<EditorServices> = async (app, target) => {
  const items = listArchivableItems(target).filter(({ isArchived }) => isArchived);
  if (items.length === 0) {
    showMessage(
      app,
      "info",
      l10n.t("Select an archived project, server or skill to restore it. Show or Hide Archived lists them."),
    );
    return;
  }
  const client = await app.client();
  if (!client) return;
  const done: ArchivableItem[] = [];
  try {
    for (const item of items) {
      await setArchived(client, item, { archived: false });
      done.push(item);
    }
  } finally {
    refreshItemViews(app);
    if (done.length > 0) showRestored(app, done);
  }
};

function showRestored(app: EditorServices, items: readonly ArchivableItem[]): void {
  const message = l10n.t`Restored ${formatFirst(items.map(({ name }) => name))}.`;
  const [only, ...others] = items;
  const isStartable = others.length === 0 && only?.node.kind === "server" && Boolean(only.node.server.liveDeploymentId);
  const start = async () => only && app.run("fairlead.server.start", { node: only.node });
  showMessage(
    app,
    "info",
    isStartable ? l10n.t`${message} It is stopped.` : message,
    isStartable ? { [l10n.t("Start")]: start } : {},
  );
}
