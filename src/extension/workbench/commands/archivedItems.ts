import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../text/formatFirst.ts";
import { joinWords } from "../../../text/joinWords.ts";
import { formatList } from "../../../text/language/formatList.ts";
import { setArchived } from "../../base/archivedState.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { type ArchivableItem, listArchivableItems, refreshItemViews } from "../archivableItem.ts";

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

/** Deletes the selected archived items of the local service for good. */
export const deleteItems: CommandHandler<ConnectedServices> = async (app, target) => {
  const items = listArchivableItems(target).filter(({ isArchived }) => isArchived);
  const service = await app.connections.localEndpoint();
  if (items.length === 0 || !service) {
    const hint = service
      ? l10n.t("Select an archived project, server or skill to delete it permanently.")
      : l10n.t("Only the local service deletes permanently from here.");
    showMessage(app, "info", hint);
    return;
  }
  if (!(await app.prompts.confirm(createQuestion(items)))) return;
  try {
    for (const item of items) await service.deleteArchived(item.id);
  } finally {
    refreshItemViews(app);
  }
};

function createQuestion(items: readonly ArchivableItem[]) {
  const [first] = items;
  const named = items.length > 1 && `${formatList(items.map(({ name }) => name))}.`;
  const effect = items.some(({ kind }) => kind === "project")
    ? l10n.t("This deletes everything in the project, all versions, deployments, logs and test runs.")
    : l10n.t("This deletes all versions, deployments, logs and test runs.");
  return {
    message: items.length === 1 && first ? askOne(first) : l10n.t`Delete these ${items.length} items permanently?`,
    detail: joinWords(named, effect, l10n.t("Installed copies of skills stay. It cannot be undone.")),
    action: l10n.t("Delete Permanently"),
  };
}

function askOne({ kind, name }: ArchivableItem): string {
  if (kind === "project") return l10n.t`Delete the project "${name}" permanently?`;
  return kind === "server"
    ? l10n.t`Delete the server "${name}" permanently?`
    : l10n.t`Delete the skill "${name}" permanently?`;
}
