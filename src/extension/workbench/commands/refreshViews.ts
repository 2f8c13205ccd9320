import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { viewIds } from "../../base/ports.ts";
import type { ServerServices } from "../../server/serverServices.ts";

/** Refreshes all visible views at once, and checks the documents and folders of servers again. */
export const refreshViews: CommandHandler<
  EditorServices & Pick<ServerServices, "documentChanges" | "folderChanges">
> = async (app) => {
  app.documentChanges.recheck();
  app.folderChanges.recheck();
  app.refresh(...viewIds);
};

/** The views that show projects, servers and skills, or what belongs to them. */
export function refreshItemViews({ refresh }: EditorServices): void {
  refresh("fairlead.projects", "fairlead.servers", "fairlead.skills", "fairlead.deployments", "fairlead.registry");
}
