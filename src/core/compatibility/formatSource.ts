import type { FactSource } from "./compatibilityReportSchema.ts";

const sources = {
  you: "you",
  document: "the OpenAPI document",
  preset: "the preset",
  correction: "a corrected refusal",
  answer: "the answer",
  learned: "learned",
} as const satisfies Record<FactSource, string>;

/** A preset is named by its title. */
export function formatSource(source: FactSource, preset: string | null): string {
  return source === "preset" && preset !== null ? preset : sources[source];
}
