import type { App, CommandHandler } from "../app.ts";

/** What the organization used, against its limits. */
export const showUsage: CommandHandler<Pick<App, "client" | "showUsage">> = async (app) => {
  if (await app.client()) app.showUsage();
};
