import { showMessage } from "../../core/foundation/showMessage.ts";
import { type ArchivableItem, listArchivableItems } from "../../core/view/archivableItem.ts";
import { formatFirst } from "../../text/formatFirst.ts";
import type { App, CommandHandler } from "../app.ts";
import { refreshItemViews } from "./refreshItemViews.ts";

/** Deletes the selected archived items of the local service for good. */
export const deleteItems: CommandHandler<
  Pick<App, "connections" | "log" | "messages" | "prompts" | "refresh">
> = async (app, target) => {
  const items = listArchivableItems(target).filter(({ isArchived }) => isArchived);
  const service = await app.connections.localEndpoint();
  if (items.length === 0 || !service) {
    const hint = service
      ? "Select an archived project, server or skill to delete it permanently."
      : "Only the local service deletes permanently from here.";
    showMessage(app, "info", hint);
    return;
  }
  if (!(await app.prompts.confirm(createQuestion(items)))) return;
  const done: ArchivableItem[] = [];
  try {
    for (const item of items) {
      await service.deleteArchived(item.id);
      done.push(item);
    }
  } finally {
    if (done.length > 0) {
      refreshItemViews(app);
      showMessage(app, "info", `Deleted ${formatFirst(done.map(({ name }) => name))} permanently.`);
    }
  }
};

function createQuestion(items: readonly ArchivableItem[]) {
  const [first] = items;
  const what = items.length === 1 && first ? `the ${first.kind} "${first.name}"` : `these ${items.length} items`;
  const named = items.length === 1 ? "" : `${items.map(({ name }) => name).join(", ")}. `;
  const content = items.some(({ kind }) => kind === "project") ? "everything in the project, " : "";
  return {
    message: `Delete ${what} permanently?`,
    detail: `${named}This deletes ${content}all versions, deployments, logs and test runs. Installed copies of skills stay. It cannot be undone.`,
    action: "Delete Permanently",
  };
}
