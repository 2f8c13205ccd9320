import * as z from "zod";
import { markConfidential } from "./confidential.ts";

/** A file in a request or response. The path is relative, `/` separated, without `..`; the receiver checks all paths before writing. */
export const fileSchema = z.strictObject({
  path: z.string().min(1).max(500),
  encoding: z.enum(["utf8", "base64"]).default("utf8"),
  content: markConfidential(z.string()),
});
export type FileEntry = z.output<typeof fileSchema>;

/** The bytes of a file as it came; undefined where it says base64 and is not. */
export function decodeFileBytes(file: FileEntry): Uint8Array | undefined {
  if (file.encoding === "utf8") return Buffer.from(file.content, "utf8");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(file.content) || file.content.length % 4 !== 0) return undefined;
  return Buffer.from(file.content, "base64");
}

/** A file of a published version; `digest` is `sha256:` + hex over its bytes. */
export const storedFileSchema = z.looseObject({
  path: z.string(),
  size: z.number().int(),
  digest: z.string(),
  encoding: z.enum(["utf8", "base64"]),
  content: z.string(),
});

/** What a document in several files is uploaded with. */
export const documentPartsShape = {
  path: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe("Where the document is among its `parts`; by default at their root."),
  parts: z
    .array(fileSchema)
    .max(10_000)
    .optional()
    .describe("The files that the document refers to, by their paths; nothing else is read."),
};
