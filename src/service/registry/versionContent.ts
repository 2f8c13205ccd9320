import { decodeFileBytes, type FileEntry } from "../../contract/files.ts";
import { findPathProblems, maxTotalFileBytes } from "../../text/filePaths.ts";
import { formatFileList } from "../../text/formatFileList.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { createSha256Digest } from "../storage/sha256Digest.ts";

/** The files of a version and their digests. */
export interface VersionContent {
  readonly digest: string;
  readonly size: number;
  readonly files: readonly ContentFile[];
}

interface ContentFile {
  readonly path: string;
  readonly encoding: FileEntry["encoding"];
  readonly bytes: Uint8Array;
  readonly digest: string;
}

export function toVersionContent(files: readonly FileEntry[]): VersionContent {
  const contentFiles = files.map((file) => {
    const bytes = decodeFileBytes(file);
    if (!bytes) throw new Error(`The file ${file.path} is not base64.`);
    return { path: file.path, encoding: file.encoding, bytes, digest: createSha256Digest(bytes) };
  });
  return {
    files: contentFiles,
    digest: createSha256Digest(formatFileList(contentFiles)),
    size: contentFiles.reduce((sum, { bytes }) => sum + bytes.length, 0),
  };
}

/** Throws if the files cannot be stored. */
export function checkSubmittedFiles(files: readonly FileEntry[]): void {
  const errors = findFileErrors(files, "files");
  const [first] = errors;
  if (first) throw new ServiceProblem("unusable", `The files cannot be used: ${first.message}`, { errors });
}

interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** Returns the problems of uploaded files with their paths in the body. `listPath` is the path of the list. */
export function findFileErrors(files: readonly FileEntry[], listPath: string): FieldError[] {
  const indexes = new Map(files.map(({ path }, index) => [path, index]));
  const errors = findPathProblems(files.map(({ path }) => path)).map(({ path, message }) => ({
    path: `${listPath}.${indexes.get(path)}.path`,
    message: `${JSON.stringify(path)}: ${message}`,
  }));
  let total = 0;
  for (const [index, file] of files.entries()) {
    const bytes = decodeFileBytes(file);
    total += bytes?.length ?? 0;
    if (!bytes)
      errors.push({
        path: `${listPath}.${index}.content`,
        message: `${JSON.stringify(file.path)}: The content is not base64.`,
      });
  }
  if (total > maxTotalFileBytes)
    errors.push({ path: listPath, message: `The files have more than ${maxTotalFileBytes} bytes in total.` });
  return errors;
}
