import * as l10n from "@vscode/l10n";
import type { OperationName } from "../../../contract/operations.ts";
import type { TreeRowKind } from "./treeRowKind.ts";

/** A note in place of rows or beside them. */
export interface NoteNode {
  readonly kind: "note";
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly detail: string;
  /** The command of a click. */
  readonly command?: string;
  /** The operation whose response the note is about. */
  readonly operation?: OperationName;
}

/** The last row of a list with more pages. */
export interface MoreNode {
  readonly kind: "more";
  /** The view and its list. */
  readonly of: string;
}

export const noteTreeRow: TreeRowKind<NoteNode> = {
  id: ({ id }) => `note:${id}`,
  describe: ({ label, description = "", icon, detail }) => ({
    label,
    description,
    icon,
    facts: () => [["", detail]],
    context: "note",
  }),
  click: ({ command, label }) => (command ? { command, title: label } : undefined),
};

export const moreTreeRow: TreeRowKind<MoreNode> = {
  id: ({ of }) => `more:${of}`,
  describe: () => ({ label: l10n.t("Load More"), description: "", icon: "ellipsis", facts: () => [], context: "more" }),
  click: () => ({ command: "fairlead.loadMore", title: l10n.t("Load More") }),
};
