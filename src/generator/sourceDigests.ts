import { createHash } from "node:crypto";
import * as z from "zod";
import { joinPartTexts } from "../text/joinPartTexts.ts";
import type { Bundle, DocumentSource } from "./document/bundleParts.ts";
import type { JsonObject } from "./document/jsonValues.ts";
import { nameOrigins } from "./document/problemFiles.ts";

/** The extension of a document with its parts and its overlay; its service gets only the result. */
const sourceKey = "x-mcp-source";

const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const sourceDigestsSchema = z.object({ document: digestSchema, overlay: digestSchema.optional() });
const originsSchema = z.record(z.string(), z.object({ uri: z.string(), pointer: z.string() }));

/** The digests of the texts that a server is generated from. */
export type SourceDigests = z.output<typeof sourceDigestsSchema>;

/** The text of a document with its parts and its overlay, with the digests of the texts and the files that it comes from. */
export function formatWholeDocument(
  root: JsonObject,
  { text, parts, overlay, uri = "file:///" }: DocumentSource,
  origins: Bundle["origins"],
): string {
  const source = {
    document: createDigest(joinPartTexts(text, parts)),
    ...(overlay !== undefined && { overlay: createDigest(overlay) }),
    ...(origins.size > 0 && { origins: nameOrigins(origins, uri) }),
  };
  return JSON.stringify({ ...root, [sourceKey]: source });
}

/** The files that a document was put together from, and the pointers in them, by the pointers in the document. */
export function readBundledOrigins(root: JsonObject | undefined): Bundle["origins"] {
  const { data } = z.object({ origins: originsSchema }).safeParse(root?.[sourceKey]);
  return new Map(Object.entries(data?.origins ?? {}));
}

/** The digests that the document names, else the digest of its own text. */
export function readSourceDigests(root: JsonObject, text: string): SourceDigests {
  const named = sourceDigestsSchema.safeParse(root[sourceKey]);
  return named.data ?? { document: createDigest(text) };
}

const pieceLength = 65_536;

/** Hashes a text in pieces: the bytes of a whole one would be as much memory again, and take five times as long. */
function createDigest(text: string): string {
  const hash = createHash("sha256");
  for (let at = 0; at < text.length; ) {
    const end = at + pieceLength;
    // The halves of a surrogate pair are one character.
    const piece = text.slice(at, /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end);
    hash.update(piece);
    at += piece.length;
  }
  return `sha256:${hash.digest("hex")}`;
}
