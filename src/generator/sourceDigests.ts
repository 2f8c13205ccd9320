import { createHash } from "node:crypto";
import * as z from "zod";
import { joinPartTexts } from "../text/joinPartTexts.ts";
import type { DocumentSource } from "./document/bundleParts.ts";
import type { JsonObject } from "./document/jsonValues.ts";

/** The extension of a document with its parts and its overlay; its service gets only the result. */
const sourceKey = "x-mcp-source";

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const sourceDigestsSchema = z.object({ document: digestSchema, overlay: digestSchema.optional() });

/** The digests of the texts that a server is generated from. */
export type SourceDigests = z.output<typeof sourceDigestsSchema>;

/** The text of a document with its parts and its overlay, with the digests of the texts that it comes from. */
export function formatWholeDocument(root: JsonObject, { text, parts, overlay }: DocumentSource): string {
  const digests = {
    document: createDigest(joinPartTexts(text, parts)),
    ...(overlay !== undefined && { overlay: createDigest(overlay) }),
  };
  return JSON.stringify({ ...root, [sourceKey]: digests });
}

/** The digests that the document names, else the digest of its own text. */
export function readSourceDigests(root: JsonObject, text: string): SourceDigests {
  const named = sourceDigestsSchema.safeParse(root[sourceKey]);
  return named.data ?? { document: createDigest(text) };
}

const createDigest = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
