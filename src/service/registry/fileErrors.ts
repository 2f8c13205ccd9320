import type { FileEntry } from "../../contract/files.ts";
import { decodeFileBytes } from "../../contract/files.ts";
import { findPathProblems, maxTotalFileBytes } from "../../text/filePaths.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";

/** Throws where files cannot be kept or laid out. */
export function checkSubmittedFiles(files: readonly FileEntry[]): void {
  const errors = findFileErrors(files, "files");
  const [first] = errors;
  if (first) throw new ServiceProblem("unusable", `The files cannot be used: ${first.message}`, { errors });
}

interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** What is wrong with files that came in, each with its place in the body; `at` is where the list stands. */
export function findFileErrors(files: readonly FileEntry[], at: string): FieldError[] {
  const indexes = new Map(files.map(({ path }, index) => [path, index]));
  const errors = findPathProblems(files.map(({ path }) => path)).map(({ path, message }) => ({
    path: `${at}.${indexes.get(path)}.path`,
    message: `${JSON.stringify(path)}: ${message}`,
  }));
  let total = 0;
  for (const [index, file] of files.entries()) {
    const bytes = decodeFileBytes(file);
    total += bytes?.length ?? 0;
    if (!bytes)
      errors.push({ path: `${at}.${index}.content`, message: `${JSON.stringify(file.path)}: It is not base64.` });
  }
  if (total > maxTotalFileBytes)
    errors.push({ path: at, message: `Together they have more than ${maxTotalFileBytes} bytes.` });
  return errors;
}
