import * as z from "zod";
import { evidenceReasonSchema } from "../../contract/evidence.ts";

/** The result for an operation; `notCalled`: there is no evidence yet. */
export const operationOutcomes = ["recognised", "assumed", "missing", "forbidden", "unclear", "notCalled"] as const;

const operation = z.strictObject({
  operation: z.string(),
  area: z.string(),
  /** The contract's request line: `GET /api/v1/servers`. */
  request: z.string(),
  changes: z.boolean().describe("Such an operation is never tried by a check."),
  outcome: z.enum(operationOutcomes),
  /** Whether the service ever answered the operation, even with an error. */
  reached: z.boolean(),
  at: z.iso.datetime().nullable(),
  status: z.int().nullable(),
  selected: z.string().nullable().describe("How one item is named in a request."),
  wrapped: z.string().nullable().describe("Where the list or the item stands in the answer."),
  paged: z.string().nullable(),
  /** The service's names of the contract's parameters and fields; null: the service has none. */
  params: z.record(z.string(), z.string().nullable()),
  /** Field names of a custom request body; the report never holds their values. */
  body: z.array(z.string()),
  fields: z.array(z.strictObject({ field: z.string(), at: z.string(), because: evidenceReasonSchema })),
  /** Fields that were recognized by a similar name or by their values, not by a known name. */
  assumed: z.array(z.string()),
  /** Paths that match no field of the contract; they are retained. */
  unknown: z.array(z.string()),
  /** Fields of the contract that the service does not return. */
  unsaid: z.array(z.string()),
  /** States that the contract does not know. */
  states: z.array(z.string()),
  notes: z.array(z.string()),
});
export type OperationReport = z.output<typeof operation>;
export type OperationOutcome = OperationReport["outcome"];

/** How well a service is understood. Holds names, paths and reasons only: no host, id, key or content. */
export const compatibilityReportSchema = z.strictObject({
  version: z.literal(1),
  madeAt: z.iso.datetime(),
  dialect: z.enum(["contract", "other", "unknown"]),
  summary: z.string(),
  credential: z.string().describe("How the key travels."),
  tenant: z.string().nullable().describe("The header that names the organization."),
  errors: z.string().nullable().describe("Where an error's words stand."),
  document: z.boolean().nullable().describe("Whether it has an OpenAPI document that was read; null: not looked for."),
  /** `understood` counts the recognised and the assumed operations. */
  totals: z.strictObject({
    ...{ all: z.int(), understood: z.int(), recognised: z.int(), assumed: z.int() },
    ...{ missing: z.int(), forbidden: z.int(), unclear: z.int(), notCalled: z.int() },
  }),
  operations: z.array(operation),
});
export type CompatibilityReport = z.output<typeof compatibilityReportSchema>;
