import * as z from "zod";
import { fileSchema } from "../../contract/files.ts";
import { serverVariableSchema, sourceProblemSchema } from "../../contract/servers.ts";
import { oauthAccountSchema } from "../oauth/oauthAccount.ts";

/** The files and facts of one version, from any kind of source. */
export const generatedVersionSchema = z.object({
  files: z.array(fileSchema),
  entry: z.string(),
  manifest: z.record(z.string(), z.unknown()),
  variables: z.array(serverVariableSchema),
  accounts: z.array(oauthAccountSchema),
  /** The former names of variables that were renamed, by their names. */
  formerNames: z.record(z.string(), z.string()).optional(),
  toolCount: z.number().int().nullable(),
  /** The names of the skills among the files. */
  skills: z.array(z.string()).optional(),
  title: z.string(),
  description: z.string(),
  /** Warnings; they did not prevent the version. */
  problems: z.array(sourceProblemSchema),
});
export type GeneratedVersion = z.output<typeof generatedVersionSchema>;

export const generateWorkerResponseSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), material: generatedVersionSchema }),
  z.object({ ok: z.literal(false), problems: z.array(sourceProblemSchema) }),
]);
