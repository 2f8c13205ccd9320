import type { CommandHandler } from "../app.ts";

/** Reads what is seen again, at once. */
export const refreshViews: CommandHandler = async (app) => {
  app.refresh(
    "fairlead.projects",
    "fairlead.servers",
    "fairlead.skills",
    "fairlead.deployments",
    "fairlead.registry",
    "fairlead.account",
  );
};
