import * as l10n from "@vscode/l10n";
import { findConflictMarkers } from "../../../../text/lines/mergeLines.ts";
import type { EditorDocuments } from "../../../base/ports.ts";
import type { CodeFile } from "../../../registry/model/versionFiles.ts";

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
  files: readonly CodeFile[],
): { readonly path: string; readonly line: number } | undefined {
  for (const { path, bytes } of files) {
    if (!/\.([cm]?[jt]s|json)$/.test(path)) continue;
    const [line] = findConflictMarkers(Buffer.from(bytes).toString("utf8"));
    if (line !== undefined) return { path, line };
  }
  return undefined;
}
