import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";

export const showLog: CommandHandler<EditorServices> = async (app) => app.log.show();
