import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../../base/editorServices.ts";
import { showMessage } from "../../../base/showMessage.ts";
import { readDocumentation } from "../../model/credentials/variableGroups.ts";

/** Opens the page that says where to find the value of a variable. */
export const openVariableDocumentation: CommandHandler<EditorServices> = async (app, { node }) => {
  const page = node?.kind === "variable" ? URL.parse(readDocumentation(node.group) ?? "") : null;
  if (!page || !/^https?:$/.test(page.protocol)) return;
  if (!(await app.openExternal(page.href)))
    showMessage(app, "info", l10n.t`The browser was not opened. The page: ${page.href}`);
};
