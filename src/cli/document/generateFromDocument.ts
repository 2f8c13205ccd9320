import type { FileEntry } from "../../contract/files.ts";
import { incrementVersion } from "../../contract/semanticVersion.ts";
import { generateServerFiles, type ServerGenerationResult } from "../../generator/generateServerFiles.ts";
import { createUniqueSlug } from "../../text/language/uniqueSlug.ts";
import type { Check } from "../report/checkReport.ts";
import { type CliDocument, createCheck } from "./readDocument.ts";

type GeneratedServer = Extract<ServerGenerationResult, { ok: true }>;

interface GenerationOptions {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly runtime: readonly FileEntry[];
  /** The files of an earlier version, whose tools keep their names. */
  readonly latest?: readonly FileEntry[];
}

/** The server of a document; undefined: the problems say why there is none. */
export function generateFromDocument(
  { text, title, problems }: CliDocument,
  { name = title.slice(0, 100), version = firstVersion, runtime, latest = [] }: GenerationOptions,
): { readonly server: GeneratedServer | undefined; readonly problems: readonly Check[] } {
  if (text === undefined) return { server: undefined, problems };
  const slug = createUniqueSlug(name, "server", () => false);
  const modules = latest.map(({ path, content }) => ({ path, bytes: new TextEncoder().encode(content) }));
  const result = generateServerFiles({ source: { document: text }, name, slug, version, runtime, latest: modules });
  if (result.ok) return { server: result, problems };
  return { server: undefined, problems: [...result.problems.map((problem) => createCheck(problem)), ...problems] };
}

const firstVersion = incrementVersion(undefined, () => false);
