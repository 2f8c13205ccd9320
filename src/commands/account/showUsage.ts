import type { Command } from "../app.ts";

/** What the organization used, against its limits. */
export const showUsage: Command = async (app) => {
  if (await app.client()) app.showUsage();
};
