import * as z from "zod";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { computeFileDigest } from "../../../base/fileDigest.ts";
import type { CodeFile } from "../../../registry/model/versionFiles.ts";
import type { DocumentSource } from "../documentAnalyzer.ts";

const manifestSchema = z.object({
  _meta: z.object({
    "io.modelcontextprotocol.registry/publisher-provided": z.object({
      source: z.object({ document: z.string(), overlay: z.string().optional() }),
    }),
  }),
});

/** The digests of a document and its overlay. */
export type SourceDigests = z.output<
  typeof manifestSchema
>["_meta"]["io.modelcontextprotocol.registry/publisher-provided"]["source"];

/** Reads from `server.json` which texts a version was generated from; undefined: it does not say so. */
export function readSourceDigests(files: readonly CodeFile[]): SourceDigests | undefined {
  const manifest = files.find(({ path }) => path === "server.json");
  if (!manifest) return undefined;
  const { data } = manifestSchema.safeParse(tryParseJson(new TextDecoder().decode(manifest.bytes)));
  return data?._meta["io.modelcontextprotocol.registry/publisher-provided"].source;
}

/** Whether these are the texts with the digests. */
export function hasSourceDigests({ text, overlay }: DocumentSource, digests: SourceDigests): boolean {
  const overlayDigest = overlay === undefined ? undefined : computeFileDigest(overlay);
  return computeFileDigest(text) === digests.document && overlayDigest === digests.overlay;
}
