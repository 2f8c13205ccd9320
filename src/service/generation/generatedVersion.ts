import * as z from "zod";
import { type FileEntry, fileSchema } from "../../contract/files.ts";
import { serverVariableSchema, sourceProblemSchema } from "../../contract/servers.ts";
import { oauthAccountSchema } from "../oauth/oauthAccount.ts";

/** What a version is made of, wherever it comes from. */
export const generatedVersionSchema = z.object({
  files: z.array(fileSchema),
  entry: z.string(),
  manifest: z.record(z.string(), z.unknown()),
  variables: z.array(serverVariableSchema),
  accounts: z.array(oauthAccountSchema),
  toolCount: z.number().int().nullable(),
  title: z.string(),
  description: z.string(),
  /** Warnings: the version was made all the same. */
  problems: z.array(sourceProblemSchema),
});
export type GeneratedVersion = z.output<typeof generatedVersionSchema>;

/** What the worker thread answers. */
export const generateWorkerResponseSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), material: generatedVersionSchema }),
  z.object({ ok: z.literal(false), problems: z.array(sourceProblemSchema) }),
]);

/** What the worker thread is given. */
export interface GenerateWorkerRequest {
  readonly source: {
    readonly document: string;
    readonly include?: readonly string[];
    readonly baseUrl?: string;
    readonly maxTools?: number;
  };
  readonly name: string;
  readonly slug: string;
  readonly version: string;
  /** The files of the shipped runtime. */
  readonly runtime: readonly FileEntry[];
  readonly documentUrl?: string;
}
