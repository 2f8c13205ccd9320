import type { App, CommandHandler } from "../../workbench/app.ts";

/** Shows the organization's usage and limits. */
export const showUsage: CommandHandler<Pick<App, "client" | "showUsage">> = async (app) => {
  if (await app.client()) app.showUsage();
};
