import type { CompatibilityReport, OperationReport } from "./compatibilityReportSchema.ts";

type Totals = CompatibilityReport["totals"];

/** The report in two sentences. */
export function summaryWords(
  dialect: CompatibilityReport["dialect"],
  { all, understood, missing, forbidden, unclear, notCalled }: Totals,
  operations: readonly OperationReport[],
): string {
  if (dialect === "contract" && understood === all)
    return `This service speaks as Fairlead does: all ${all} operations are understood, and nothing had to be learned.`;
  const strange = operations.filter(({ states }) => states.length > 0).length;
  const parts = [
    part(unclear, "is not understood", "are not understood"),
    part(missing, "is not offered", "are not offered"),
    part(forbidden, "is not allowed with this key", "are not allowed with this key"),
    part(notCalled, "was not called yet", "were not called yet"),
    part(strange, "has states that Fairlead does not know", "have states that Fairlead does not know"),
  ].filter((one) => one !== "");
  return [
    `${understood} of ${all} operations are understood.`,
    ...(parts.length > 0 ? [`${parts.join(", ")}.`] : []),
  ].join(" ");
}

function part(count: number, one: string, many: string): string {
  return count === 0 ? "" : `${count} ${count === 1 ? one : many}`;
}
