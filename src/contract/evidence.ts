import * as z from "zod";

const name = z.string().min(1).max(200);
const place = z.array(name).max(8).readonly();

/** Why a field is thought to stand somewhere: by its name, another word for it, a similar one, what stands there, or the profile. */
export const evidenceReasonSchema = z.enum(["name", "synonym", "likeness", "values", "profile"]);
export type EvidenceReason = z.output<typeof evidenceReasonSchema>;

/**
 * What was seen of how a service says an operation, and what was made of it. Names, places and reasons only: no value of the
 * service's, and so no secret.
 */
export const evidenceSchema = z.object({
  /** `missing`: the service does not have it; `forbidden`: not with this key; `unclear`: it answered what nobody understands. */
  outcome: z.enum(["recognised", "assumed", "missing", "forbidden", "unclear"]),
  at: z.iso.datetime(),
  status: z.int().optional(),
  /** Contract's fields by where they stand there, and why they are thought to. */
  fields: z.record(name, z.object({ place, because: evidenceReasonSchema })).default({}),
  /** Places of an item that nothing of the contract was found in. */
  unknown: z.array(place).default([]),
  /** Fields of the contract that the service does not say. */
  unsaid: z.array(name).default([]),
  /** States that nobody has heard of. */
  states: z.array(name).default([]),
  /** What was tried and what it showed, in sentences. */
  notes: z.array(z.string().max(500)).default([]),
});

export type Evidence = z.output<typeof evidenceSchema>;
