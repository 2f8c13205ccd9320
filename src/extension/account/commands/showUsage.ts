import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { AccountServices } from "../accountServices.ts";

/** Shows the organization's usage and limits. */
export const showUsage: CommandHandler<EditorServices & Pick<AccountServices, "showUsage">> = async (app) => {
  if (await app.client()) app.showUsage();
};
