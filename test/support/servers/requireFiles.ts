import type { ExportProblem } from "../../../src/export/createExportFiles.ts";
import type { FileContent } from "../../../src/text/files/fileContent.ts";

/** The files of an export that must not have failed. */
export function requireFiles(files: readonly FileContent[] | ExportProblem): readonly FileContent[] {
  if (typeof files === "string") throw new Error(`There is no export: ${files}.`);
  return files;
}
