import type { Command } from "../app.ts";

export const showLog: Command = async (app) => app.log.show();
