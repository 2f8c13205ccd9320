import type { Command } from "../app.ts";

/** The four first steps, each of which does the thing. */
export const openWalkthrough: Command = (app) => app.showWalkthrough();
