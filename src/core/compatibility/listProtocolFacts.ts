import type { CompatibilityReport } from "./compatibilityReportSchema.ts";

type Fact = readonly [name: string, words: string];

const dialects = { contract: "As Fairlead does", other: "In its own way", unknown: "Not known yet" } as const;

/** Facts about the protocol of a service, each in a few words. */
export function listProtocolFacts({
  dialect,
  credential,
  tenant,
  errors,
  document,
}: CompatibilityReport): readonly Fact[] {
  const described = document === null ? "not looked for" : document ? "found and read" : "none was found";
  return [
    ["It speaks", dialects[dialect]],
    ["Key", credential],
    ["Organization", tenant === null ? "not named" : `header ${tenant}`],
    ["Errors", errors ?? "nothing is known"],
    ["OpenAPI document", described],
  ];
}
