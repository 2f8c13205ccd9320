import type { CommandHandler } from "../app.ts";

/** What the organization used, against its limits. */
export const showUsage: CommandHandler = async (app) => {
  if (await app.client()) app.showUsage();
};
