import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../../text/formatFirst.ts";
import type { MergeLabels } from "../../../../text/lines/mergeLines.ts";
import { formatFileCounts } from "../../../registry/model/fileDifferences.ts";
import type { CodeFile } from "../../../registry/model/versionFiles.ts";
import { compareGeneratedTools, formatToolChanges } from "./generatedTools.ts";
import { type FolderMerge, type FolderSides, isSameContent, mergeServerFolder } from "./mergeServerFolder.ts";

/** What a version would change in a folder. */
export interface FolderUpdate {
  readonly mine: readonly CodeFile[];
  readonly theirs: readonly CodeFile[];
  /** undefined: the version that the folder started from is not known, so its edits are not known either. */
  readonly merge: FolderMerge | undefined;
  /** The files of the folder without its edits; files that only the folder has stay. */
  readonly replaced: readonly CodeFile[];
  /** A sentence about new, gone and changed tools; undefined if the code was not generated. */
  readonly tools: string | undefined;
}

/** Files to write and paths to remove. */
export interface FolderChanges {
  readonly write: readonly CodeFile[];
  readonly remove: readonly string[];
}

type Sides = Omit<FolderSides, "base"> & { readonly base: readonly CodeFile[] | undefined };

export function planFolderUpdate({ base, mine, theirs }: Sides, labels: MergeLabels): FolderUpdate {
  const changes = compareGeneratedTools(base ?? mine, theirs);
  const known = new Set([...(base ?? []), ...theirs].map(({ path }) => path));
  return {
    mine,
    theirs,
    merge: base && mergeServerFolder({ base, mine, theirs }, labels),
    replaced: [...theirs, ...mine.filter(({ path }) => !known.has(path))],
    tools: changes && l10n.t`Tools: ${formatToolChanges(changes) || l10n.t("no change")}.`,
  };
}

/** The changes from one list of files to another. */
export function listFolderChanges(before: readonly CodeFile[], after: readonly CodeFile[]): FolderChanges {
  const old = new Map(before.map(({ path, bytes }) => [path, bytes]));
  const paths = new Set(after.map(({ path }) => path));
  return {
    write: after.filter(({ path, bytes }) => !isSameContent(bytes, old.get(path))),
    remove: before.flatMap(({ path }) => (paths.has(path) ? [] : [path])),
  };
}

/** What a merge changes, one sentence a line. */
export function formatFolderMerge(
  { mine, tools }: FolderUpdate,
  { files, edited, conflicts, unmerged }: FolderMerge,
): string {
  const count = conflicts.reduce((sum, one) => sum + one.conflicts, 0);
  const lines = [
    tools,
    formatChangedFiles(mine, files),
    edited.length > 0 && l10n.t`Your edits stay: ${formatFirst(edited, mostNames)}.`,
    count === 0 && edited.length > 0 && unmerged.length === 0 && l10n.t("There are no conflicts."),
    count > 0 &&
      l10n.t`Conflicts: ${count}, in ${formatFirst(
        conflicts.map(({ path }) => path),
        mostNames,
      )}. They open in the merge editor.`,
    unmerged.length > 0 &&
      l10n.t`Changed on both sides, and left as you have them: ${formatFirst(unmerged, mostNames)}.`,
  ];
  return lines.filter((line) => typeof line === "string").join("\n");
}

/** What a replacement changes, one sentence a line. */
export function formatFolderReplacement({ mine, replaced, tools }: FolderUpdate, reason: string): string {
  const lines = [tools, formatChangedFiles(mine, replaced), reason];
  return lines.filter((line) => line !== undefined && line !== "").join("\n");
}

const mostNames = 6;

/** `Files: 2 changed, 1 added.` */
function formatChangedFiles(before: readonly CodeFile[], after: readonly CodeFile[]): string {
  const { write, remove } = listFolderChanges(before, after);
  const old = new Set(before.map(({ path }) => path));
  const added = write.filter(({ path }) => !old.has(path)).length;
  const counts = formatFileCounts(write.length - added, added, remove.length);
  return l10n.t`Files: ${counts || l10n.t("no change")}.`;
}
