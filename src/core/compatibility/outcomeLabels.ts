import type { OperationOutcome } from "./compatibilityReportSchema.ts";

/** The labels of operation outcomes. */
export const outcomeLabels = {
  recognised: "Recognised",
  assumed: "Assumed",
  missing: "Not offered",
  forbidden: "Not allowed",
  unclear: "Not understood",
  notCalled: "Not called yet",
} as const satisfies Record<OperationOutcome, string>;
