import type { App } from "../app.ts";

/** The views that show projects, servers and skills, or what belongs to them. */
export function refreshItemViews({ refresh }: Pick<App, "refresh">): void {
  refresh("fairlead.projects", "fairlead.servers", "fairlead.skills", "fairlead.deployments", "fairlead.registry");
}
