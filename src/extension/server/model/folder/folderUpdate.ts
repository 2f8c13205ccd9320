import * as l10n from "@vscode/l10n";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { formatFirst } from "../../../../text/formatFirst.ts";
import type { MergeLabels } from "../../../../text/lines/mergeLines.ts";
import { formatFileCounts } from "../../../registry/model/fileDifferences.ts";
import { type FolderMerge, type FolderSides, isSameContent, mergeServerFolder } from "./mergeServerFolder.ts";

/** What a version would change in a folder. */
export interface FolderUpdate {
  readonly mine: readonly FileContent[];
  readonly theirs: readonly FileContent[];
  /** undefined: the version that the folder started from is not known, so its edits are not known either. */
  readonly merge: FolderMerge | undefined;
  /** The files of the folder without its edits; files that only the folder has stay. */
  readonly replaced: readonly FileContent[];
  /** A sentence about new, gone and changed tools; undefined if the code was not generated. */
  readonly tools: string | undefined;
}

/** Files to write and paths to remove. */
interface FolderChanges {
  readonly write: readonly FileContent[];
  readonly remove: readonly string[];
}

type Sides = Omit<FolderSides, "base"> & { readonly base: readonly FileContent[] | undefined };

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
export function listFolderChanges(before: readonly FileContent[], after: readonly FileContent[]): FolderChanges {
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
function formatChangedFiles(before: readonly FileContent[], after: readonly FileContent[]): string {
  const { write, remove } = listFolderChanges(before, after);
  const old = new Set(before.map(({ path }) => path));
  const added = write.filter(({ path }) => !old.has(path)).length;
  const counts = formatFileCounts(write.length - added, added, remove.length);
  return l10n.t`Files: ${counts || l10n.t("no change")}.`;
}

/** Tools by name that are new, gone or changed from one version to another. */
interface ToolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Compares the tools of two generated versions; undefined if the code of neither was generated. A renamed tool is a changed one. */
export function compareGeneratedTools(
  before: readonly FileContent[],
  after: readonly FileContent[],
): ToolChanges | undefined {
  const [old, now] = [mapTools(before), mapTools(after)];
  if (old.size === 0 && now.size === 0) return undefined;
  const gone = [...old.values()].filter(({ name }) => !now.has(name));
  const fresh = [...now.values()].filter(({ name }) => !old.has(name));
  const renamed = fresh.filter((tool) => hasSameOperation(tool, gone));
  const edited = [...now.values()].filter(({ name, code }) => old.has(name) && old.get(name)?.code !== code);
  return {
    added: listNames(fresh.filter((tool) => !renamed.includes(tool))),
    removed: listNames(gone.filter((tool) => !hasSameOperation(tool, renamed))),
    changed: listNames([...edited, ...renamed]),
  };
}

const mapTools = (files: readonly FileContent[]) => new Map(readGeneratedTools(files).map((tool) => [tool.name, tool]));
const listNames = (tools: readonly GeneratedTool[]) => tools.map(({ name }) => name).toSorted();

function hasSameOperation({ code }: GeneratedTool, others: readonly GeneratedTool[]): boolean {
  const operation = readOperation(code);
  return operation !== undefined && others.some((other) => readOperation(other.code) === operation);
}

const readOperation = (code: string) =>
  /\bmethod: "\w+",\s+path: "(?:[^"\\]|\\.)*"/.exec(code)?.[0].replace(/\s+/, " ");

/** A tool in the code of a generated server. */
interface GeneratedTool {
  readonly name: string;
  readonly code: string;
}

/** Reads the tools as the generator prints them: a list of objects that begin with their name. */
function readGeneratedTools(files: readonly FileContent[]): readonly GeneratedTool[] {
  const texts = files
    .filter(({ path }) => /^tools\/[^/]+\.mjs$/.test(path))
    .map(({ bytes }) => Buffer.from(bytes).toString("utf8"));
  return texts.flatMap((text) =>
    text.split(/^ {2}(?=\{)/m).flatMap((item): readonly GeneratedTool[] => {
      const name = /^\{\s*name: "([^"\\]+)"/.exec(item)?.[1];
      return name === undefined ? [] : [{ name, code: item.replace(/\];\s*$/, "") }];
    }),
  );
}

const mostToolNames = 8;

/** `1 new (create_pet), 2 changed (get_pet, list_pets)`; empty if there is no change. */
function formatToolChanges({ added, removed, changed }: ToolChanges): string {
  const kinds = [
    added.length > 0 && l10n.t`${added.length} new (${formatFirst(added, mostToolNames)})`,
    removed.length > 0 && l10n.t`${removed.length} gone (${formatFirst(removed, mostToolNames)})`,
    changed.length > 0 && l10n.t`${changed.length} changed (${formatFirst(changed, mostToolNames)})`,
  ];
  return kinds.filter(Boolean).join(", ");
}
