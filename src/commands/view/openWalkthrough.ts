import type { App, CommandHandler } from "../app.ts";

/** The four first steps, each of which does the thing. */
export const openWalkthrough: CommandHandler<Pick<App, "showWalkthrough">> = (app) => app.showWalkthrough();
