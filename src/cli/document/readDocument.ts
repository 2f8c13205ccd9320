import type { SourceProblem } from "../../contract/servers.ts";
import { analyzeOpenapiDocument } from "../../generator/analyzeOpenapiDocument.ts";
import type { FilePosition } from "../../generator/document/locateInFiles.ts";
import { locateInSources } from "../../generator/overlay/locateInSources.ts";
import { readReferencedFiles } from "../../text/position/fileReference.ts";
import { UsageError } from "../command.ts";
import type { Check, Place } from "../report/checkReport.ts";
import { type DocumentFiles, openDocumentFiles } from "./openDocumentFiles.ts";

/** An OpenAPI document with its parts and its overlay. */
export interface CliDocument {
  /** As the command line names it. */
  readonly name: string;
  /** The text that a server is generated from; undefined: none can be, and the problems say why. */
  readonly text: string | undefined;
  readonly title: string;
  readonly problems: readonly Check[];
  /** What selects its operations in `include` of a source. */
  readonly filters: ReadonlySet<string>;
  /** The pointers of its operations, by method and path. */
  readonly pointers: ReadonlyMap<string, string>;
  /** The places of pointers in the document and its parts, not in its overlay: a change begins there. */
  locate(pointers: readonly string[]): readonly Place[];
}

/** Reads a document, and an overlay if it is named. Both are files, or `git:REVISION:PATH`. */
export async function readDocument(cwd: string, name: string, overlayName = ""): Promise<CliDocument> {
  const [{ files, text }, overlay] = await Promise.all([
    readText(cwd, name),
    overlayName === "" ? undefined : readText(cwd, overlayName),
  ]);
  const { uri } = files;
  const read = [...(await readReferencedFiles(files.read, { uri, text }))];
  const parts = Object.fromEntries(read.flatMap(([part, own]) => (own === undefined ? [] : [[part, own]])));
  const source = { uri, text, parts };
  const analysis = analyzeOpenapiDocument(text, { ...source, overlay: overlay?.text });
  const createPlace = ({ uri: part = uri, line, column }: FilePosition): Place => ({
    file: files.formatPath(part),
    line: line + 1,
    column: column + 1,
  });
  const overlayFile = overlay?.files.formatPath(overlay.files.uri) ?? "";
  const overlayProblems = analysis.overlayProblems ?? [];
  const isUsable = analysis.ok && !overlayProblems.some(({ severity }) => severity === "error");
  return {
    name,
    text: isUsable ? (analysis.document ?? text) : undefined,
    title: analysis.title || files.formatPath(uri),
    problems: [
      ...overlayProblems.map(({ line, ...problem }) => createCheck(problem, { file: overlayFile, line })),
      ...analysis.problems.map((problem) => createCheck(problem, createPlace(problem))),
    ],
    filters: new Set(analysis.operations.flatMap(({ filter, tags }) => [filter, ...tags.map((tag) => `tag:${tag}`)])),
    pointers: new Map(
      analysis.operations.map(({ method, path, pointer }) => [`${method.toUpperCase()} ${path}`, pointer]),
    ),
    locate: (pointers) => locateInSources(source, pointers).map(createPlace),
  };
}

async function readText(cwd: string, name: string): Promise<{ readonly files: DocumentFiles; readonly text: string }> {
  const files = await openDocumentFiles(cwd, name);
  const text = await files.read(files.uri);
  if (text === undefined) throw new UsageError(`${name} cannot be read. Correct the path or the revision.`);
  return { files, text };
}

/** A problem of a document; one with the severity `error` makes it unusable. */
export function createCheck(
  { severity, code, message }: Pick<SourceProblem, "severity" | "code" | "message">,
  place?: Place,
): Check {
  const status = severity === "error" ? "failed" : "warning";
  return { status, label: severity, group: "document", name: code, message, place };
}
