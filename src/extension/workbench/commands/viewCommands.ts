import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { type ViewId, viewIds } from "../../base/ports.ts";
import type { ServerServices } from "../../server/serverServices.ts";
import type { WorkbenchServices } from "../app.ts";

const views = [
  { label: l10n.t("Projects"), value: "fairlead.projects" },
  { label: l10n.t("Servers"), value: "fairlead.servers" },
  { label: l10n.t("Skills"), value: "fairlead.skills" },
  { label: l10n.t("Deployments"), value: "fairlead.deployments" },
  { label: l10n.t("Registry"), value: "fairlead.registry" },
  { label: l10n.t("Account"), value: "fairlead.account" },
] as const;

/** Filters a view by text until the filter is cleared. */
export const filterChosenView: CommandHandler<EditorServices & Pick<WorkbenchServices, "filters">> = async (app) => {
  const view = await app.prompts.pick<ViewId>({
    title: l10n.t("Filter"),
    placeholder: l10n.t("Which view?"),
    choices: views,
  });
  if (view !== undefined) await filterOne(app, view);
};

/** The command in a view's title bar, whose target does not name the view. */
export function filterView(view: ViewId): CommandHandler<EditorServices & Pick<WorkbenchServices, "filters">> {
  return (app) => filterOne(app, view);
}

async function filterOne(app: EditorServices & Pick<WorkbenchServices, "filters">, view: ViewId): Promise<void> {
  const name = views.find(({ value }) => value === view)?.label ?? "";
  const text = await app.prompts.input({
    title: l10n.t`Filter ${name}`,
    prompt: l10n.t("Show only what contains this text; leave it empty to show all"),
    value: app.filters.read(view),
  });
  if (text !== undefined) await app.filters.write(view, text);
}

/** Shows archived projects, servers and skills in their views, or hides them again. */
export const showArchived: CommandHandler<Pick<WorkbenchServices, "filters">> = ({ filters }) =>
  filters.showArchived(!filters.isArchivedShown());

export const loadMore: CommandHandler<Pick<WorkbenchServices, "loadMore">> = async (app, { node }) => {
  if (node?.kind === "more") await app.loadMore(node.of);
};

/** Refreshes all visible views at once, and checks the documents and folders of servers again. */
export const refreshViews: CommandHandler<
  EditorServices & Pick<ServerServices, "documentChanges" | "folderChanges">
> = async (app) => {
  app.documentChanges.recheck();
  app.folderChanges.recheck();
  app.refresh(...viewIds);
};

export const showLog: CommandHandler<EditorServices> = async (app) => app.log.show();
