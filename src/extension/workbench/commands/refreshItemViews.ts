import type { EditorServices } from "../../base/editorServices.ts";

/** The views that show projects, servers and skills, or what belongs to them. */
export function refreshItemViews({ refresh }: EditorServices): void {
  refresh("fairlead.projects", "fairlead.servers", "fairlead.skills", "fairlead.deployments", "fairlead.registry");
}
