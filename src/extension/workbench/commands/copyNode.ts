import * as l10n from "@vscode/l10n";
import { readServiceId } from "../../../contract/received.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { WorkbenchServices } from "../app.ts";
import { rowOf } from "../nodes.ts";
import { formatLinkPath } from "./openLink.ts";

/** Copies the id of the clicked resource. */
export const copyId: CommandHandler<EditorServices> = async (app, { node }) => {
  const id = node && readServiceId(rowOf(node).serviceId?.(node));
  if (id === undefined) return;
  await app.clipboard(id);
  app.messages.status(l10n.t`Copied ${id}`);
};

/** Copies a link that shows the clicked resource in an editor with Fairlead. */
export const copyLink: CommandHandler<EditorServices & Pick<WorkbenchServices, "linkTo">> = async (app, { node }) => {
  const path = node && formatLinkPath(node);
  if (path === undefined) return;
  const link = app.linkTo(path);
  await app.clipboard(link);
  app.messages.status(l10n.t`Copied ${link}`);
};
