import * as z from "zod";

const name = z.string().min(1).max(200);
const place = z.array(name).max(8).readonly();

/** Why a field was mapped to a path: by its name, a synonym, a similar name, the values at the path, or the profile. */
export const evidenceReasonSchema = z.enum(["name", "synonym", "likeness", "values", "profile"]);
export type EvidenceReason = z.output<typeof evidenceReasonSchema>;

/**
 * What a service's response to an operation looked like, and how it was mapped. It contains only names, paths and reasons, but no values
 * of the service, and so no secret.
 */
export const evidenceSchema = z.object({
  /** `missing`: the service lacks the operation; `forbidden`: the key does not allow it; `unclear`: the response was not understood. */
  outcome: z.enum(["recognised", "assumed", "missing", "forbidden", "unclear"]),
  at: z.iso.datetime(),
  status: z.int().optional(),
  /** The contract's fields with their paths and the reason of the mapping. */
  fields: z.record(name, z.object({ place, because: evidenceReasonSchema })).default({}),
  /** Paths of an item that match no field of the contract. */
  unknown: z.array(place).default([]),
  /** Fields of the contract that the service lacks. */
  unsaid: z.array(name).default([]),
  /** Unknown states. */
  states: z.array(name).default([]),
  /** Attempts and their results, in sentences. */
  notes: z.array(z.string().max(500)).default([]),
});

export type Evidence = z.output<typeof evidenceSchema>;
