import * as z from "zod/mini";
import { selectorPlaceSchema, shownServiceProfileSchema } from "./serviceProfileMessages.ts";

/** The panel has no subject of its own: there is one panel, and it shows the active connection. */
export const compatibilityPanelSubjectSchema = z.strictObject({});
export type CompatibilityPanelSubject = z.output<typeof compatibilityPanelSubjectSchema>;

/** The filter of the operations, and whether the answered questions are shown. */
export const compatibilityPageStateSchema = z.object({
  filter: z.enum(["all", "attention"]),
  showsAnswered: z.optional(z.boolean()),
});
export type CompatibilityPageState = z.output<typeof compatibilityPageStateSchema>;

const operationName = z.string().check(z.maxLength(100));
const question = z.string().check(z.maxLength(100));
/** The path of a value, at most as long as in a profile. */
const path = z.string().check(z.maxLength(500));

/** What the page offers to do about an operation, or about the service as a whole. */
export const profileActionSchema = z.enum(["chooseKeyHeader", "editProfile", "shareProfile", "importProfile"]);
export type ProfileAction = z.output<typeof profileActionSchema>;

/** How many values can say a state together. */
export const mostStateColumns = 3;

export const compatibilityPanelFromWebviewSchema = z.discriminatedUnion("type", [
  /** The page is loaded and needs all data. */
  z.strictObject({ type: z.literal("ready") }),
  /** Calls the operations that were not called yet. */
  z.strictObject({ type: z.literal("check") }),
  z.strictObject({
    type: z.literal("act"),
    action: profileActionSchema,
    /** Absent for the service as a whole. */
    operation: z.optional(operationName),
  }),
  /** The convention that the service follows. */
  z.strictObject({ type: z.literal("preset"), name: z.string().check(z.maxLength(200)) }),
  /** The path of the field that a question is about; null: no item has it. */
  z.strictObject({ type: z.literal("answer"), question, choice: z.nullable(path) }),
  /** The values that say a state together. */
  z.strictObject({ type: z.literal("columns"), question, paths: z.array(path).check(z.maxLength(mostStateColumns)) }),
  /** What one of the shown combinations means; null: it is not known. */
  z.strictObject({
    type: z.literal("state"),
    question,
    combination: z.int().check(z.minimum(0), z.maximum(999)),
    is: z.nullable(z.string().check(z.maxLength(200))),
  }),
  /** How requests name an item. The panel checks it with the schema of profiles. */
  z.strictObject({
    type: z.literal("selector"),
    question,
    by: z.strictObject({
      in: selectorPlaceSchema,
      name: z.string().check(z.maxLength(1000)),
      value: z.string().check(z.maxLength(2000)),
    }),
  }),
  /** Accepts what is proposed for a question. */
  z.strictObject({ type: z.literal("right"), question }),
  /** Accepts everything that is proposed. */
  z.strictObject({ type: z.literal("looksRight") }),
  /** Takes back that all changes are sent without a question. */
  z.strictObject({ type: z.literal("askBeforeChanges") }),
  /** Runs the remedy that is shown beside the problem. */
  z.strictObject({ type: z.literal("remedy") }),
]);
export type CompatibilityPanelFromWebview = z.output<typeof compatibilityPanelFromWebviewSchema>;

const advice = z.array(z.object({ action: profileActionSchema, title: z.string() }));

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
});
export type ShownOperation = z.output<typeof operation>;

const shownReport = z.object({
  connection: z.string(),
  host: z.string(),
  summary: z.string(),
  details: z.string(),
  /** How the service is read; null for the contract itself. */
  profile: z.nullable(shownServiceProfileSchema),
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
  /** A field of the form of a question is invalid, so nothing is saved. */
  z.object({
    type: z.literal("problem"),
    question: z.string(),
    field: z.enum(["name", "value"]),
    message: z.string(),
  }),
  /** An answer is saved. */
  z.object({ type: z.literal("done"), message: z.string() }),
]);
export type CompatibilityPanelToWebview = z.output<typeof compatibilityPanelToWebviewSchema>;
