import * as z from "zod/mini";

/** The panel has no subject of its own: there is one panel, and it shows the active connection. */
export const compatibilityPanelSubjectSchema = z.strictObject({});
export type CompatibilityPanelSubject = z.output<typeof compatibilityPanelSubjectSchema>;

/** The filter, and the names of the expanded operations. */
export const compatibilityPageStateSchema = z.object({
  filter: z.enum(["all", "attention"]),
  open: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)),
});
export type CompatibilityPageState = z.output<typeof compatibilityPageStateSchema>;

const operationName = z.string().check(z.maxLength(100));

/** What the report offers to do about an operation, or about the service as a whole. */
export const reportActionSchema = z.enum([
  "map",
  "choosePreset",
  "chooseKeyHeader",
  "editProfile",
  "tryChanges",
  "askBeforeChanges",
]);
export type ReportAction = z.output<typeof reportActionSchema>;

export const compatibilityPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded and needs all data. */
  z.strictObject({ type: z.literal("ready") }),
  /** Calls the operations that were not called yet. */
  z.strictObject({ type: z.literal("check") }),
  z.strictObject({ type: z.literal("copyIssue") }),
  z.strictObject({ type: z.literal("export") }),
  z.strictObject({
    type: z.literal("act"),
    action: reportActionSchema,
    /** Absent for the service as a whole. */
    operation: z.optional(operationName),
  }),
  /** Lets the user say which state of the contract a service's word is. */
  z.strictObject({
    type: z.literal("explainState"),
    operation: operationName,
    state: z.string().check(z.maxLength(200)),
  }),
  /** Runs the remedy that is shown beside the problem. */
  z.strictObject({ type: z.literal("remedy") }),
]);
export type CompatibilityPanelFromWebview = z.output<typeof compatibilityPanelFromWebviewSchema>;

/** A fact with its source, such as `from you` or `from the answer`; null: it needs none. */
const fact = z.object({ name: z.string(), text: z.string(), source: z.nullable(z.string()) });
export type ShownFact = z.output<typeof fact>;

const advice = z.array(z.object({ action: reportActionSchema, title: z.string() }));

/** What is known to have happened; `notTried`: the operation was never called. */
export const operationOutcomes = ["works", "notTried", "refused", "notOffered", "failed"] as const;

const operation = z.object({
  name: z.string(),
  /** The request of the contract: `GET /api/v1/servers`. */
  request: z.string(),
  outcome: z.enum(operationOutcomes),
  outcomeLabel: z.string(),
  needsAttention: z.boolean(),
  /** Why it does not work; null if it does. */
  reason: z.nullable(z.string()),
  advice,
  /** States that Fairlead does not know, in the service's words. */
  states: z.array(z.string()),
  facts: z.array(fact),
  /** The location of each field of the contract, and the source of that mapping. */
  fields: z.array(z.object({ field: z.string(), location: z.string(), source: z.string() })),
  notes: z.array(z.string()),
});
export type ShownOperation = z.output<typeof operation>;

const shownReport = z.object({
  connection: z.string(),
  /** For display only: no exported or copied text contains it. */
  host: z.string(),
  summary: z.string(),
  details: z.string(),
  /** The convention that the service follows; null if it is Fairlead's own. */
  preset: z.nullable(z.string()),
  protocolFacts: z.array(fact),
  /** What to do about the service as a whole. */
  advice,
  /** The count of all operations, listed or not. */
  operationCount: z.number(),
  areas: z.array(z.object({ title: z.string(), operations: z.array(operation) })),
});
export type ShownReport = z.output<typeof shownReport>;

export const compatibilityPanelToWebviewSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("report"),
    /** null: there is no report; `problem` has the reason once it is known. */
    shown: z.nullable(shownReport),
    problem: z.nullable(z.object({ message: z.string(), remedy: z.string() })),
  }),
  /** A copy or an export is finished. */
  z.object({ type: z.literal("done"), message: z.string() }),
]);
export type CompatibilityPanelToWebview = z.output<typeof compatibilityPanelToWebviewSchema>;
