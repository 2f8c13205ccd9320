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

export const compatibilityPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded and needs all data. */
  z.strictObject({ type: z.literal("ready") }),
  /** Calls the operations that were not called yet. */
  z.strictObject({ type: z.literal("check") }),
  z.strictObject({ type: z.literal("copyIssue") }),
  z.strictObject({ type: z.literal("export") }),
  z.strictObject({ type: z.literal("editProfile") }),
  /** Lets the user map the fields of a response that the profile does not understand. */
  z.strictObject({ type: z.literal("map"), operation: z.string().check(z.maxLength(100)) }),
  /** Runs the remedy that is shown beside the problem. */
  z.strictObject({ type: z.literal("remedy") }),
]);
export type CompatibilityPanelFromWebview = z.output<typeof compatibilityPanelFromWebviewSchema>;

const fact = z.object({ name: z.string(), text: z.string() });

const operation = z.object({
  name: z.string(),
  /** The request of the contract: `GET /api/v1/servers`. */
  request: z.string(),
  outcome: z.enum(["recognised", "assumed", "missing", "forbidden", "unclear", "notCalled"]),
  outcomeLabel: z.string(),
  needsAttention: z.boolean(),
  facts: z.array(fact),
  /** The location of each field of the contract, and the reason for that mapping. */
  fields: z.array(z.object({ field: z.string(), location: z.string(), reason: z.string() })),
  notes: z.array(z.string()),
  canMap: z.boolean(),
});
export type ShownOperation = z.output<typeof operation>;

const shownReport = z.object({
  connection: z.string(),
  /** For display only: no exported or copied text contains it. */
  host: z.string(),
  summary: z.string(),
  protocolFacts: z.array(fact),
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
