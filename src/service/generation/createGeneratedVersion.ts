import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { File } from "../../contract/files.ts";
import type { ServerSource } from "../../contract/servers.ts";
import { starterTemplate } from "../../generator/starter/starterFiles.ts";
import type { ServiceContext } from "../context.ts";
import type { ServerRow } from "../storage/rows/serverRow.ts";
import { digestInBackground } from "../storage/sha256Digest.ts";
import { fetchDocument } from "./fetchDocument.ts";
import { type Material, materialSchema } from "./generatedVersion.ts";
import { generateInWorker } from "./generateInWorker.ts";
import { ownFiles } from "./readUploadedFiles.ts";

/** A source whose document, if it has one, is at hand. */
export interface Ready {
  readonly source: ServerSource;
  readonly document?: { readonly text: string; readonly digest: string };
}

export async function fetchSource(source: ServerSource, signal: AbortSignal): Promise<Ready> {
  if (source.kind !== "openapi") return { source };
  const text = source.document ?? (await fetchDocument(source.url ?? "", signal));
  return { source, document: { text, digest: await digestInBackground(Buffer.from(text)) } };
}

/** The files of a version of a server, made from its source. */
export async function make(
  context: ServiceContext,
  { source, document }: Ready,
  server: ServerRow,
  version: string,
  signal: AbortSignal,
): Promise<Material> {
  const { name, slug, description } = server;
  if (source.kind === "files") return ownFiles(source, { name, slug, description, version });
  const runtime = await Promise.all(context.runtimeFiles.map(shipped));
  if (source.kind === "template") {
    const made = starterTemplate({ name, slug, version, runtime });
    return materialSchema.parse({ ...made, title: name, description, accounts: [], problems: [] });
  }
  const { include, baseUrl, maxTools, url } = source;
  const order = {
    source: {
      document: document?.text ?? "",
      ...(include && { include }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(maxTools !== undefined && { maxTools }),
    },
    ...{ name, slug, version, runtime },
    ...(url !== undefined && { documentUrl: url }),
  };
  return generateInWorker(context.generateWorker, order, signal);
}

async function shipped(file: string): Promise<File> {
  return { path: basename(file), encoding: "utf8", content: await readFile(file, "utf8") };
}
