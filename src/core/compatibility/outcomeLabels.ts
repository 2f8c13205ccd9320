import type { OperationOutcome } from "./compatibilityReportSchema.ts";

/** The labels of operation outcomes. */
export const outcomeLabels = {
  works: "Works",
  notTried: "Not tried",
  refused: "Refused",
  notOffered: "Not offered",
} as const satisfies Record<OperationOutcome, string>;
