import * as z from "zod";

/** What a server asks the process that started it: the token of an account, once more when the API has refused one. */
export const accountTokenRequestSchema = z.object({
  kind: z.literal("fairlead.account"),
  id: z.number(),
  scheme: z.string(),
  refused: z.string().optional(),
});

/** `until` as milliseconds since 1970: from then on the token has to be asked for again. */
const accountAnswer = z.object({
  kind: z.literal("fairlead.account"),
  id: z.number(),
  token: z.string().optional(),
  until: z.number().nullable().optional(),
  missing: z.string().optional(),
});

/** Whatever was given for this scheme is not to be used any more. */
const accountForgotten = z.object({ kind: z.literal("fairlead.accountForgotten"), scheme: z.string() });

export const accountMessageSchema = z.discriminatedUnion("kind", [accountAnswer, accountForgotten]);
export type AccountMessage = z.output<typeof accountMessageSchema>;

/** The global that says to a server that the process which started it knows these questions. */
export const accountChannelMarker = "fairlead.accounts";
