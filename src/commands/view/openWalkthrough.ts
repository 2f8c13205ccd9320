import type { CommandHandler } from "../app.ts";

/** The four first steps, each of which does the thing. */
export const openWalkthrough: CommandHandler = (app) => app.showWalkthrough();
