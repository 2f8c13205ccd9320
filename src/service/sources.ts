import * as z from "zod";
import { type Server, type ServerSource, serverSourceSchema } from "../contract/servers.ts";
import type { ServiceContext } from "./context.ts";
import { digestOf, listDigest } from "./digest.ts";
import { fileBytes, pathProblems, totalLimit } from "./paths.ts";
import { ServiceProblem } from "./problem.ts";

const blobRow = z.object({ content: z.instanceof(Uint8Array) });

/** Throws `invalid_request` for a source that nothing could be made from. `at` is where it stands in the body. */
export function checkSource(source: ServerSource, at = "source"): void {
  const errors = sourceErrors(source).map(({ path, message }) => ({ path: `${at}.${path}`, message }));
  if (errors.length === 0) return;
  const [first] = errors;
  throw new ServiceProblem("invalid_request", `The source cannot be used: ${first?.message}`, { errors });
}

/** What a source reads back as. `document` is what its URL held, if it has one. */
export function summaryOf(
  source: ServerSource,
  document?: { text: string; title?: string },
): NonNullable<Server["source"]> {
  if (source.kind === "files") {
    const files = source.files.map((file) => ({ path: file.path, content: fileBytes(file) ?? new Uint8Array() }));
    return { kind: "files", entry: source.entry, fileCount: files.length, digest: listDigest(files) };
  }
  if (source.kind === "template") return { ...source, digest: digestOf(source.template) };
  const { document: own, ...said } = source;
  const title = document?.title === undefined ? {} : { title: document.title };
  return { ...said, ...title, digest: digestOf(document?.text ?? own ?? source.url ?? "") };
}

/** Keeps a source, once however often it is used, and answers what it is found by. */
export function keepSource(context: ServiceContext, source: ServerSource): string {
  const text = JSON.stringify(source);
  const digest = digestOf(text);
  context.db.run("INSERT OR IGNORE INTO blobs (digest, content) VALUES (?, ?)", digest, Buffer.from(text));
  return digest;
}

export function readSource(context: ServiceContext, digest: string): ServerSource {
  const row = context.db.get(blobRow, "SELECT content FROM blobs WHERE digest = ?", digest);
  if (!row) throw new Error(`The source ${digest} is not in the database.`);
  return serverSourceSchema.parse(JSON.parse(Buffer.from(row.content).toString()));
}

function sourceErrors(source: ServerSource): { path: string; message: string }[] {
  if (source.kind === "files") return fileErrors(source);
  if (source.kind === "template") return [];
  const errors = [];
  if ((source.document === undefined) === (source.url === undefined)) {
    errors.push({ path: "document", message: "Give either the document or its URL." });
  }
  for (const path of ["url", "baseUrl"] as const) {
    if (source[path] === undefined) continue;
    const url = new URL(source[path]);
    if (!/^https?:$/.test(url.protocol)) errors.push({ path, message: "Must be an http or https URL." });
    if (url.username !== "" || url.password !== "") errors.push({ path, message: "Must not hold a password." });
  }
  return errors;
}

function fileErrors(source: Extract<ServerSource, { kind: "files" }>): { path: string; message: string }[] {
  const indexes = new Map(source.files.map(({ path }, index) => [path, index]));
  const errors = pathProblems(source.files.map(({ path }) => path)).map(({ path, message }) => ({
    path: `files.${indexes.get(path)}.path`,
    message: `${JSON.stringify(path)}: ${message}`,
  }));
  let total = 0;
  for (const [index, file] of source.files.entries()) {
    const bytes = fileBytes(file);
    total += bytes?.length ?? 0;
    if (!bytes) errors.push({ path: `files.${index}.content`, message: "It is not base64." });
  }
  if (total > totalLimit) errors.push({ path: "files", message: `Together they have more than ${totalLimit} bytes.` });
  if (!indexes.has(source.entry)) errors.push({ path: "entry", message: "It is not among the files." });
  return errors;
}
