import * as z from "zod";

const name = z.string().min(1).max(200);
const place = z.array(name).max(8).readonly();

/** Why a field was mapped to a path: by its name, a synonym, or the profile. */
export const evidenceReasonSchema = z.enum(["name", "synonym", "profile"]);
export type EvidenceReason = z.output<typeof evidenceReasonSchema>;

/** The longest text of a service that evidence has. */
export const longestEvidenceText = 500;
const text = z.string().max(longestEvidenceText);

/**
 * What a service's response to an operation showed, and how it was mapped. It contains names, paths and states, and the words of a
 * refusal without secrets.
 */
export const evidenceSchema = z.object({
  /**
   * `works`: there was a real answer, or a change was read back; `refused`: the service refused the request, or its answer cannot be
   * read; `notOffered`: the service does not have the operation; `failed`: a check did not reach it, or it failed for now.
   */
  outcome: z.enum(["works", "refused", "notOffered", "failed"]),
  at: z.iso.datetime(),
  status: z.int().optional(),
  /** The service's own words for what it refused or does not have. */
  words: text.optional(),
  /** What is missing in an answer that cannot be read, or that does not show the change; or why a call failed for now. */
  unreadable: text.optional(),
  /** The contract's fields with their paths and the reason of the mapping. */
  fields: z.record(name, z.object({ place, because: evidenceReasonSchema })).default({}),
  /** Unknown states. */
  states: z.array(name).default([]),
});

export type Evidence = z.output<typeof evidenceSchema>;
