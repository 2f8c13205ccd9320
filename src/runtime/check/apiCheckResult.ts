import * as z from "zod";

/** The path at which a generated server checks its API. */
export const apiCheckPath = "/check";

/** The answer at that path. */
export const apiCheckResultSchema = z.object({
  /** `GET /pets` */
  request: z.string(),
  /** The environment variables of the credential that was sent. */
  variables: z.array(z.string()),
  outcome: z.discriminatedUnion("kind", [
    /** The API answered with this status. */
    z.object({ kind: z.literal("answered"), host: z.string(), status: z.number().int() }),
    /** Nothing was sent, or there was no answer. */
    z.object({
      kind: z.enum(["credentialMissing", "hostNotAgreed", "timeout", "unreachable", "failed"]),
      message: z.string(),
    }),
    /** The owner switched the check off. */
    z.object({ kind: z.literal("off") }),
  ]),
});
export type ApiCheckResult = z.output<typeof apiCheckResultSchema>;
