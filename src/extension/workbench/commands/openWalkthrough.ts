import type { App, CommandHandler } from "../app.ts";

/** Opens the walkthrough, whose four steps run the commands. */
export const openWalkthrough: CommandHandler<Pick<App, "showWalkthrough">> = (app) => app.showWalkthrough();
