import * as z from "zod";
import { evidenceReasonSchema } from "../../contract/evidence.ts";

/** What became of an operation; `notCalled`: nothing is known of it yet. */
export const operationOutcomes = ["recognised", "assumed", "missing", "forbidden", "unclear", "notCalled"] as const;

const operation = z.strictObject({
  operation: z.string(),
  area: z.string(),
  /** As the contract has it: `GET /api/v1/servers`. */
  request: z.string(),
  changes: z.boolean().describe("Such an operation is never tried by a check."),
  outcome: z.enum(operationOutcomes),
  /** The service answered it once, however. */
  reached: z.boolean(),
  at: z.iso.datetime().nullable(),
  status: z.int().nullable(),
  selected: z.string().nullable().describe("How one item is named in a request."),
  wrapped: z.string().nullable().describe("Where the list or the item stands in the answer."),
  paged: z.string().nullable(),
  /** The contract's parameters and fields by their names there; null: there is none. */
  params: z.record(z.string(), z.string().nullable()),
  /** Names of what a body of the service's own has; their values are not told. */
  body: z.array(z.string()),
  fields: z.array(z.strictObject({ field: z.string(), at: z.string(), because: evidenceReasonSchema })),
  /** Those of the fields that were found by likeness or by what stands in them, not by a known name. */
  assumed: z.array(z.string()),
  /** Places nothing of the contract was found in; they are kept. */
  unknown: z.array(z.string()),
  /** Fields of the contract that the service does not say. */
  unsaid: z.array(z.string()),
  /** States that nobody has heard of. */
  states: z.array(z.string()),
  notes: z.array(z.string()),
});
export type OperationReport = z.output<typeof operation>;
export type OperationOutcome = OperationReport["outcome"];

/** How well a service is understood. Names, places and reasons only: no host, no id, no key, nothing that the service holds. */
export const compatibilityReportSchema = z.strictObject({
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  dialect: z.enum(["contract", "other", "unknown"]),
  summary: z.string(),
  credential: z.string().describe("How the key travels."),
  tenant: z.string().nullable().describe("The header that names the organization."),
  errors: z.string().nullable().describe("Where an error's words stand."),
  document: z.boolean().nullable().describe("Whether it has an OpenAPI document that was read; null: not looked for."),
  /** `understood` are those recognised or assumed. */
  totals: z.strictObject({
    ...{ all: z.int(), understood: z.int(), recognised: z.int(), assumed: z.int() },
    ...{ missing: z.int(), forbidden: z.int(), unclear: z.int(), notCalled: z.int() },
  }),
  operations: z.array(operation),
});
export type CompatibilityReport = z.output<typeof compatibilityReportSchema>;
