import * as z from "zod";
import type { ServiceClient } from "../../../../client/client.ts";
import type { DocumentSource } from "../../../../generator/document/bundleParts.ts";
import { isSurfaceFile } from "../../../../surface/generatedSurface.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { joinPartTexts } from "../../../../text/joinPartTexts.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { computeFileDigest } from "../../../base/fileDigest.ts";
import { readAvailable } from "../../../base/unavailability.ts";
import type { VersionFiles } from "../../../registry/model/versionFiles.ts";
import type { DocumentAnalyzer } from "../documentAnalyzer.ts";
import { createToolDifference, type ToolDifference } from "./toolDifference.ts";

export interface CompareDocumentContext {
  readonly versions: VersionFiles;
  readonly documentAnalyzer: Pick<DocumentAnalyzer, "compare">;
}

/** A version of a server, and how its operations were selected. */
export interface ServerVersion {
  readonly client: ServiceClient;
  readonly artifactId: string;
  readonly version: string;
  readonly include: readonly string[] | undefined;
  /** The operations that were left out; undefined: not known. */
  readonly unchosen: readonly string[] | undefined;
  readonly maxTools: number;
}

/**
 * What a document changes about the tools of a version. undefined: the version was generated from these very texts, it does not say from
 * which, or the tools of one of them are not known.
 */
export async function compareDocument(
  { versions, documentAnalyzer }: CompareDocumentContext,
  { client, artifactId, version, include, unchosen, maxTools }: ServerVersion,
  readSource: () => Promise<DocumentSource | undefined>,
  signal?: AbortSignal,
): Promise<ToolDifference | undefined> {
  const files = await readAvailable(versions.list(client, artifactId, version, signal));
  const digests = files.kind === "available" ? readSourceDigests(files.value) : undefined;
  const source = digests && (await readSource());
  if (files.kind !== "available" || !source || hasSourceDigests(source, digests)) return undefined;
  const compared = { files: listComparedFiles(files.value), maxTools, ...(include && { include }) };
  const comparison = await documentAnalyzer.compare(source, compared, signal);
  return comparison && createToolDifference(comparison, unchosen);
}

/** Only modules have tools. A copy, because the bytes may be part of a larger buffer, which would be sent to the worker as a whole. */
function listComparedFiles(files: readonly FileContent[]): FileContent[] {
  const modules = files.filter(({ path }) => isSurfaceFile(path));
  return modules.map(({ path, bytes }) => ({ path, bytes: new Uint8Array(bytes) }));
}

const manifestSchema = z.object({
  _meta: z.object({
    "io.modelcontextprotocol.registry/publisher-provided": z.object({
      source: z.object({ document: z.string(), overlay: z.string().optional() }),
    }),
  }),
});

/** The digests of a document and its overlay. */
type SourceDigests = z.output<
  typeof manifestSchema
>["_meta"]["io.modelcontextprotocol.registry/publisher-provided"]["source"];

/** Reads from `server.json` which texts a version was generated from; undefined: it does not say so. */
function readSourceDigests(files: readonly FileContent[]): SourceDigests | undefined {
  const manifest = files.find(({ path }) => path === "server.json");
  if (!manifest) return undefined;
  const { data } = manifestSchema.safeParse(tryParseJson(new TextDecoder().decode(manifest.bytes)));
  return data?._meta["io.modelcontextprotocol.registry/publisher-provided"].source;
}

/** Whether these are the texts with the digests. */
function hasSourceDigests({ text, parts, overlay }: DocumentSource, digests: SourceDigests): boolean {
  const overlayDigest = overlay === undefined ? undefined : computeFileDigest(overlay);
  return computeFileDigest(joinPartTexts(text, parts)) === digests.document && overlayDigest === digests.overlay;
}
