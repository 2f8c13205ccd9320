import * as z from "zod";
import { type File, fileSchema } from "../../contract/files.ts";
import { sourceProblemSchema, variableSchema } from "../../contract/servers.ts";
import { accountSchema } from "../oauth/oauthAccount.ts";

/** What a version is made of, wherever it comes from. */
export const materialSchema = z.object({
  files: z.array(fileSchema),
  entry: z.string(),
  manifest: z.record(z.string(), z.unknown()),
  variables: z.array(variableSchema),
  accounts: z.array(accountSchema),
  toolCount: z.number().int().nullable(),
  title: z.string(),
  description: z.string(),
  /** Warnings: the version was made all the same. */
  problems: z.array(sourceProblemSchema),
});
export type Material = z.output<typeof materialSchema>;

/** What the worker thread answers. */
export const workerAnswer = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), material: materialSchema }),
  z.object({ ok: z.literal(false), problems: z.array(sourceProblemSchema) }),
]);

/** What the worker thread is given. */
export interface WorkerOrder {
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
  readonly runtime: readonly File[];
  readonly documentUrl?: string;
}
