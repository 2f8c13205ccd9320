import * as l10n from "@vscode/l10n";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { WorkbenchServices } from "../app.ts";
import { formatLinkPath } from "./openLink.ts";

/** Copies a link that shows the clicked resource in an editor with Fairlead. */
export const copyLink: CommandHandler<EditorServices & Pick<WorkbenchServices, "linkTo">> = async (app, { node }) => {
  const path = node && formatLinkPath(node);
  if (path === undefined) return;
  const link = app.linkTo(path);
  await app.clipboard(link);
  app.messages.status(l10n.t`Copied ${link}`);
};
