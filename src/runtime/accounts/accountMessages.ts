import * as z from "zod";

/** A server's request to its parent process for the token of an account. `refused` is a token that the API rejected. */
export const accountTokenRequestSchema = z.object({
  kind: z.literal("fairlead.account"),
  id: z.number(),
  scheme: z.string(),
  refused: z.string().optional(),
});

/** `until` is the expiry of the token in milliseconds since 1970. */
const accountTokenResponse = z.object({
  kind: z.literal("fairlead.account"),
  id: z.number(),
  token: z.string().optional(),
  until: z.number().nullable().optional(),
  missing: z.string().optional(),
});

/** Invalidates the cached token of a scheme. */
const accountForgotten = z.object({ kind: z.literal("fairlead.accountForgotten"), scheme: z.string() });

export const accountMessageSchema = z.discriminatedUnion("kind", [accountTokenResponse, accountForgotten]);
export type AccountMessage = z.output<typeof accountMessageSchema>;

/** The key of the global that marks a parent process which handles these messages. */
export const accountChannelMarker = "fairlead.accounts";
