import { createHash } from "node:crypto";
import * as z from "zod";
import type { JsonObject } from "./document/jsonValues.ts";

/** The extension of a document to which an overlay was applied; its service gets only the result. */
const sourceKey = "x-mcp-source";

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const sourceDigestsSchema = z.object({ document: digestSchema, overlay: digestSchema });

/** The digests of the texts that a server is generated from. */
export type SourceDigests = Partial<z.output<typeof sourceDigestsSchema>> & { readonly document: string };

/** The text of a changed document, with the digests of the texts that it comes from. */
export function formatOverlaidDocument(
  root: JsonObject,
  source: { readonly document: string; readonly overlay: string },
): string {
  const digests = { document: createDigest(source.document), overlay: createDigest(source.overlay) };
  return JSON.stringify({ ...root, [sourceKey]: digests });
}

/** The digests that the document names, else the digest of its own text. */
export function readSourceDigests(root: JsonObject, text: string): SourceDigests {
  const named = sourceDigestsSchema.safeParse(root[sourceKey]);
  return named.data ?? { document: createDigest(text) };
}

const createDigest = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
