import * as l10n from "@vscode/l10n";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { isUtf8Text } from "../../../../text/isUtf8Text.ts";
import {
  findConflictMarkers,
  type MergeLabels,
  type MergeSides,
  mergeLines,
} from "../../../../text/lines/mergeLines.ts";
import type { EditorDocuments } from "../../../base/ports.ts";

export interface FolderSides {
  /** The version that the folder started from. */
  readonly base: readonly FileContent[];
  /** The files of the folder. */
  readonly mine: readonly FileContent[];
  /** The new version. */
  readonly theirs: readonly FileContent[];
}

/** A file that both sides changed at the same lines. */
export interface ConflictingFile extends MergeSides {
  readonly path: string;
  readonly conflicts: number;
}

export interface FolderMerge {
  /** The files of the folder after the merge. */
  readonly files: readonly FileContent[];
  readonly conflicts: readonly ConflictingFile[];
  /** Paths that stay as the folder has them although the new version changed them too: no merge by lines is possible. */
  readonly unmerged: readonly string[];
  /** Paths with own edits. */
  readonly edited: readonly string[];
}

/** Merges a new version into a folder. An edit of the folder is never lost: it stays, or stands in a conflict. */
export function mergeServerFolder(sides: FolderSides, labels: MergeLabels): FolderMerge {
  const [base, mine, theirs] = [mapFiles(sides.base), mapFiles(sides.mine), mapFiles(sides.theirs)];
  const files: FileContent[] = [];
  const conflicts: ConflictingFile[] = [];
  const unmerged: string[] = [];
  const edited: string[] = [];
  for (const path of [...new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])].toSorted()) {
    const [before, own, next] = [base.get(path), mine.get(path), theirs.get(path)];
    const isEdited = !isSameContent(own, before);
    if (isEdited) edited.push(path);
    const merged = isEdited
      ? mergeFile({ before, own, next }, labels)
      : { bytes: isSameContent(own, next) ? own : next };
    if (merged.bytes) files.push({ path, bytes: merged.bytes });
    if (merged.isUnmerged) unmerged.push(path);
    if (merged.conflict) conflicts.push({ path, ...merged.conflict });
  }
  return { files, conflicts, unmerged, edited };
}

type Content = Uint8Array | undefined;

interface FileSides {
  readonly before: Content;
  readonly own: Content;
  readonly next: Content;
}

interface MergedFile {
  /** undefined: the file does not exist. */
  readonly bytes: Content;
  readonly isUnmerged?: boolean;
  readonly conflict?: Omit<ConflictingFile, "path">;
}

/** Merges a file that the folder changed. */
function mergeFile({ before, own, next }: FileSides, labels: MergeLabels): MergedFile {
  if (isSameContent(next, before) || isSameContent(own, next)) return { bytes: own };
  const isText = [before, own, next].every((bytes) => bytes === undefined || isUtf8Text(bytes));
  if (!own || !next || !isText) return { bytes: own, isUnmerged: true };
  const mine = decodeText(own);
  const texts = { base: mine.decode(before), mine: mine.decode(own), theirs: mine.decode(next) };
  const { text, conflicts } = mergeLines(texts, labels);
  return { bytes: Buffer.from(mine.encode(text)), ...(conflicts > 0 && { conflict: { ...texts, conflicts } }) };
}

/** Git may check out a text with the line ends of Windows, which is no edit: the merge ignores them, and keeps the folder's. */
function decodeText(own: Uint8Array) {
  const isWindows = hasOnlyWindowsLineEnds(own);
  const read = (bytes: Content) => Buffer.from(bytes ?? []).toString("utf8");
  return {
    decode: (bytes: Content) => (isWindows ? toUnixLineEnds(read(bytes)) : read(bytes)),
    encode: (text: string) => (isWindows ? text.replaceAll("\n", "\r\n") : text),
  };
}

const toUnixLineEnds = (text: string) => text.replaceAll("\r\n", "\n");

function hasOnlyWindowsLineEnds(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString("utf8");
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

/** Whether two files are the same apart from the line ends of Windows. */
export function isSameContent(one: Content, other: Content): boolean {
  if (!one || !other) return one === other;
  if (Buffer.compare(one, other) === 0) return true;
  if (!hasOnlyWindowsLineEnds(one) && !hasOnlyWindowsLineEnds(other)) return false;
  if (!isUtf8Text(one) || !isUtf8Text(other)) return false;
  return toUnixLineEnds(Buffer.from(one).toString("utf8")) === toUnixLineEnds(Buffer.from(other).toString("utf8"));
}

const mapFiles = (files: readonly FileContent[]) => new Map(files.map(({ path, bytes }) => [path, bytes]));

/** The code of the problems, by which they are found again. */
export const conflictProblemCode = "merge_conflict";

/** The conflicts of a text as problems. */
export function listConflictProblems(text: string): Parameters<EditorDocuments["diagnose"]>[1] {
  return findConflictMarkers(text).map((line) => ({
    severity: "error",
    message: l10n.t("Both sides of a merge changed these lines. Resolve the conflict in the merge editor, or here."),
    code: conflictProblemCode,
    line,
    column: 0,
  }));
}

/** A program with conflict markers; no program can run with them. Other files may show them as an example. */
export function findUnresolvedConflict(
  files: readonly FileContent[],
): { readonly path: string; readonly line: number } | undefined {
  for (const { path, bytes } of files) {
    if (!/\.([cm]?[jt]s|json)$/.test(path)) continue;
    const [line] = findConflictMarkers(Buffer.from(bytes).toString("utf8"));
    if (line !== undefined) return { path, line };
  }
  return undefined;
}
