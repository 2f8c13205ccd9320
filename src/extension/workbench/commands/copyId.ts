import * as l10n from "@vscode/l10n";
import { readServiceId } from "../../../contract/received.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { rowOf } from "../nodes.ts";

/** Copies the id of the clicked resource. */
export const copyId: CommandHandler<EditorServices> = async (app, { node }) => {
  const id = node && readServiceId(rowOf(node).serviceId?.(node));
  if (id === undefined) return;
  await app.clipboard(id);
  app.messages.status(l10n.t`Copied ${id}`);
};
