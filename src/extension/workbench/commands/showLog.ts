import type { App, CommandHandler } from "../app.ts";

export const showLog: CommandHandler<Pick<App, "log">> = async (app) => app.log.show();
