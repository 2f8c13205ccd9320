import type { App, CommandHandler } from "../app.ts";

/** Refreshes all visible views at once. */
export const refreshViews: CommandHandler<Pick<App, "refresh">> = async (app) => {
  app.refresh(
    "fairlead.projects",
    "fairlead.servers",
    "fairlead.skills",
    "fairlead.deployments",
    "fairlead.registry",
    "fairlead.account",
  );
};
