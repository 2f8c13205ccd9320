import type { ExportProblem } from "../../../src/export/createExportFiles.ts";
import type { ExportedFile } from "../../../src/export/exportedServer.ts";

/** The files of an export that must not have failed. */
export function requireFiles(files: readonly ExportedFile[] | ExportProblem): readonly ExportedFile[] {
  if (typeof files === "string") throw new Error(`There is no export: ${files}.`);
  return files;
}
