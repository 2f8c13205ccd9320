import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { decodeFileBytes } from "../../contract/files.ts";
import { type ServerResource, type ServerSource, serverSourceSchema } from "../../contract/servers.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { findFileErrors } from "../registry/versionContent.ts";
import { readBlob } from "../storage/blobs.ts";
import { createFileListDigest, createSha256Digest, createSha256DigestInBackground } from "../storage/sha256Digest.ts";

const compress = promisify(gzip);

type Summary = NonNullable<ServerResource["source"]>;

/** Throws `invalid_request` for a source that cannot be used. */
export function checkServerSource(source: ServerSource): void {
  const errors = findSourceErrors(source).map(({ path, message }) => ({ path: `source.${path}`, message }));
  if (errors.length === 0) return;
  const [first] = errors;
  throw new ServiceProblem("invalid_request", `The source cannot be used: ${first?.message}`, { errors });
}

/** The public summary of a source. `document` is present after the document was read. */
export function summarizeServerSource(source: ServerSource, document?: { digest: string; title?: string }): Summary {
  if (source.kind === "files") {
    const files = source.files.map((file) => ({ path: file.path, content: decodeFileBytes(file) ?? new Uint8Array() }));
    return { kind: "files", entry: source.entry, fileCount: files.length, digest: createFileListDigest(files) };
  }
  if (source.kind === "template") return { ...source, digest: createSha256Digest(source.template) };
  const { document: inlineDocument, path: _, parts: __, ...publicSource } = source;
  const title = document?.title === undefined ? {} : { title: document.title };
  return {
    ...publicSource,
    ...title,
    digest: document?.digest ?? createSha256Digest(inlineDocument ?? source.url ?? ""),
  };
}

/** A source in the blob store: JSON, compressed if stored by `compressSource`. The digest covers `content`. */
export interface StoredSource {
  readonly digest: string;
  readonly content: Uint8Array;
}

export function toStoredSource(source: ServerSource): StoredSource {
  const content = Buffer.from(JSON.stringify(source));
  return { digest: createSha256Digest(content), content };
}

/** Compresses off the main thread, because a document may have many megabytes. */
export async function compressSource(source: ServerSource): Promise<StoredSource> {
  const content = await compress(JSON.stringify(source), { level: 1 });
  return { digest: await createSha256DigestInBackground(content), content };
}

export function readStoredSource(context: ServiceContext, digest: string): ServerSource {
  const content = readBlob(context, digest);
  const isCompressed = content[0] === 0x1f && content[1] === 0x8b;
  return serverSourceSchema.parse(JSON.parse(Buffer.from(isCompressed ? gunzipSync(content) : content).toString()));
}

function findSourceErrors(source: ServerSource): { path: string; message: string }[] {
  if (source.kind === "files") return findUploadErrors(source);
  if (source.kind === "template") return [];
  const errors = [];
  if ((source.document === undefined) === (source.url === undefined)) {
    errors.push({ path: "document", message: "Give either the document or its URL." });
  }
  if (source.parts && source.url !== undefined)
    errors.push({ path: "parts", message: "Only an uploaded document has parts." });
  errors.push(...findFileErrors(source.parts ?? [], "parts"));
  for (const path of ["url", "baseUrl"] as const) {
    if (source[path] === undefined) continue;
    const url = new URL(source[path]);
    if (!/^https?:$/.test(url.protocol)) errors.push({ path, message: "Must be an http or https URL." });
    if (url.username !== "" || url.password !== "") errors.push({ path, message: "Must not hold a password." });
  }
  return errors;
}

function findUploadErrors(source: Extract<ServerSource, { kind: "files" }>): { path: string; message: string }[] {
  const errors = findFileErrors(source.files, "files");
  if (!source.files.some(({ path }) => path === source.entry))
    errors.push({ path: "entry", message: "The entry is not among the files." });
  return errors;
}
