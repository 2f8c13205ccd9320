import type { CommandHandler } from "../app.ts";

export const showLog: CommandHandler = async (app) => app.log.show();
