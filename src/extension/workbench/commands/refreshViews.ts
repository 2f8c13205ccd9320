import type { App, CommandHandler } from "../app.ts";

/** Refreshes all visible views at once, and checks the documents of servers again. */
export const refreshViews: CommandHandler<Pick<App, "documentChanges" | "refresh">> = async (app) => {
  app.documentChanges.recheck();
  app.refresh(
    "fairlead.projects",
    "fairlead.servers",
    "fairlead.skills",
    "fairlead.deployments",
    "fairlead.registry",
    "fairlead.account",
  );
};
