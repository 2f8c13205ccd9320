import type { Command } from "../../core/app.ts";

export const showLog: Command = async (app) => app.log.show();
