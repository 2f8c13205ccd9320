import * as z from "zod/mini";

/** It follows the connection in use: there is one such panel. */
export const compatibilityPanelSubjectSchema = z.strictObject({});
export type CompatibilityPanelSubject = z.output<typeof compatibilityPanelSubjectSchema>;

/** Where the user is in the page: what is shown, and the operations whose evidence is. */
export const compatibilityPageStateSchema = z.object({
  filter: z.enum(["all", "attention"]),
  open: z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100)),
});
export type CompatibilityPageState = z.output<typeof compatibilityPageStateSchema>;

export const compatibilityPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is there, and is to be told everything. */
  z.strictObject({ type: z.literal("ready") }),
  /** Reads what was not read yet. */
  z.strictObject({ type: z.literal("check") }),
  z.strictObject({ type: z.literal("copyIssue") }),
  z.strictObject({ type: z.literal("export") }),
  z.strictObject({ type: z.literal("editProfile") }),
  /** Lets the user say what is what in an answer that is not understood. */
  z.strictObject({ type: z.literal("map"), operation: z.string().check(z.maxLength(100)) }),
  /** Does what was offered beside a problem. */
  z.strictObject({ type: z.literal("remedy") }),
]);
export type CompatibilityPanelFromWebview = z.output<typeof compatibilityPanelFromWebviewSchema>;

const fact = z.object({ name: z.string(), words: z.string() });

const operation = z.object({
  name: z.string(),
  /** As the contract has it: `GET /api/v1/servers`. */
  request: z.string(),
  outcome: z.enum(["recognised", "assumed", "missing", "forbidden", "unclear", "notCalled"]),
  /** The outcome in a word or two. */
  words: z.string(),
  needsAttention: z.boolean(),
  facts: z.array(fact),
  /** Where the contract's fields stand, and why they are thought to. */
  fields: z.array(z.object({ field: z.string(), at: z.string(), why: z.string() })),
  notes: z.array(z.string()),
  canMap: z.boolean(),
});
export type ShownOperation = z.output<typeof operation>;

const shownReport = z.object({
  connection: z.string(),
  /** Shown to the user alone: no text that leaves the page has it. */
  host: z.string(),
  summary: z.string(),
  speech: z.array(fact),
  /** How many operations there are, whether they are listed or not. */
  all: z.number(),
  areas: z.array(z.object({ title: z.string(), operations: z.array(operation) })),
});
export type ShownReport = z.output<typeof shownReport>;

export const compatibilityPanelToWebviewSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("report"),
    /** null: there is none, and `problem` says why, or it is not known yet. */
    shown: z.nullable(shownReport),
    problem: z.nullable(z.object({ message: z.string(), remedy: z.string() })),
  }),
  /** Something that was asked for is done. */
  z.object({ type: z.literal("done"), words: z.string() }),
]);
export type CompatibilityPanelToWebview = z.output<typeof compatibilityPanelToWebviewSchema>;
