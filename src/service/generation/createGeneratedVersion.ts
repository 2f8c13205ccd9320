import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { FileEntry } from "../../contract/files.ts";
import type { ServerSource } from "../../contract/servers.ts";
import { createStarterFiles } from "../../generator/starter/starterFiles.ts";
import type { ServiceContext } from "../context.ts";
import type { ServerRow } from "../storage/rows/serverRow.ts";
import { createSha256DigestInBackground } from "../storage/sha256Digest.ts";
import { fetchDocument } from "./fetchDocument.ts";
import { type GeneratedVersion, generatedVersionSchema } from "./generatedVersion.ts";
import { generateInWorker } from "./generateInWorker.ts";
import { readUploadedFiles } from "./readUploadedFiles.ts";

/** A source with its document fetched, if it has one. */
export interface FetchedSource {
  readonly source: ServerSource;
  readonly document?: { readonly text: string; readonly digest: string };
}

export async function fetchSource(source: ServerSource, signal: AbortSignal): Promise<FetchedSource> {
  if (source.kind !== "openapi") return { source };
  const text = source.document ?? (await fetchDocument(source.url ?? "", signal));
  return { source, document: { text, digest: await createSha256DigestInBackground(Buffer.from(text)) } };
}

export async function createGeneratedVersion(
  context: ServiceContext,
  { source, document }: FetchedSource,
  server: ServerRow,
  version: string,
  signal: AbortSignal,
): Promise<GeneratedVersion> {
  const { name, slug, description } = server;
  if (source.kind === "files") return readUploadedFiles(source, { name, slug, description, version });
  const runtime = await Promise.all(context.runtimeFiles.map(readRuntimeFile));
  if (source.kind === "template") {
    const starter = createStarterFiles({ name, slug, version, runtime });
    return generatedVersionSchema.parse({ ...starter, title: name, description, accounts: [], problems: [] });
  }
  const { include, baseUrl, maxTools, url } = source;
  const request = {
    source: {
      document: document?.text ?? "",
      ...(include && { include }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(maxTools !== undefined && { maxTools }),
    },
    ...{ name, slug, version, runtime },
    ...(url !== undefined && { documentUrl: url }),
  };
  return generateInWorker(context.generateWorker, request, signal);
}

async function readRuntimeFile(file: string): Promise<FileEntry> {
  return { path: basename(file), encoding: "utf8", content: await readFile(file, "utf8") };
}
