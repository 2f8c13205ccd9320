import { posix } from "node:path";
import { decodeFileBytes, type FileEntry } from "../../contract/files.ts";
import type { SourceProblem } from "../../contract/servers.ts";
import type { FileReference } from "../../text/position/fileReference.ts";
import { type Bundle, type DocumentFiles, findOrigin } from "./bundleParts.ts";
import type { LocatedProblem } from "./locateProblems.ts";
import type { ReadDocument } from "./readOpenapiDocument.ts";

/** Names no file of this machine. */
const root = "file:///";
const toUri = (path: string) => new URL(path.replaceAll(/%(?=[0-9a-f]{2})|[#?]/gi, encodeURIComponent), root).href;
const toPath = (uri: string) => {
  const path = new URL(uri).pathname.slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** A document's own path and its parts as they were uploaded. */
export interface UploadedParts {
  readonly path?: string | undefined;
  readonly parts?: readonly FileEntry[] | undefined;
}

export function readUploadedParts({ path = "", parts }: UploadedParts): DocumentFiles {
  if (!parts) return {};
  const texts = parts.map((file) => [toUri(file.path), new TextDecoder().decode(decodeFileBytes(file))] as const);
  return { uri: toUri(path), parts: Object.fromEntries(texts) };
}

/** The origins of a bundle by the paths of their files, from the document's folder. */
export function nameOrigins(origins: Bundle["origins"], uri: string): Record<string, FileReference> {
  const folder = posix.dirname(toPath(uri));
  const named = [...origins].filter(([, origin]) => origin.uri !== uri);
  return Object.fromEntries(
    named.map(([pointer, origin]) => [pointer, { ...origin, uri: posix.relative(folder, toPath(origin.uri)) }]),
  );
}

/** Names the files of problems: uploaded ones, or those that a bundle says it comes from. The lines of these are not known. */
export function nameProblemFiles(
  problems: readonly LocatedProblem[],
  document: Pick<ReadDocument, "findOrigin">,
  bundled: Bundle["origins"],
): SourceProblem[] {
  return problems.map(({ uri, ...problem }) => {
    const { line, column, ...unlocated } = problem;
    const origin = uri === undefined ? findOrigin(bundled, problem.pointer) : document.findOrigin(problem.pointer);
    if (uri === undefined) return origin ? { ...unlocated, file: origin.uri, filePointer: origin.pointer } : problem;
    return { ...problem, file: toPath(uri), ...(origin?.uri === uri && { filePointer: origin.pointer }) };
  });
}
