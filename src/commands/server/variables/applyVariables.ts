import type { App, CommandHandler } from "../../app.ts";

/** Deploys a server again, so that its live deployment gets the saved values. */
export const applyVariables: CommandHandler<Pick<App, "run">> = (app, target) =>
  app.run("fairlead.server.deploy", target);
