import * as z from "zod/mini";

/** The values of the first items at a path, for people. */
const column = z.object({ path: z.string(), values: z.array(z.string()) });
export type ShownColumn = z.output<typeof column>;

const base = { id: z.string(), text: z.string(), state: z.enum(["open", "proposed", "answered"]) };

const fieldQuestion = z.object({
  type: z.literal("field"),
  ...base,
  choices: z.array(column),
  /** The answer, or what is proposed; its path is null if no item has the field. */
  chosen: z.nullable(z.object({ path: z.nullable(z.string()) })),
  /** What the service refused, in words; of a question that has one right answer. */
  refused: z.optional(z.array(z.string())),
});
export type ShownFieldQuestion = z.output<typeof fieldQuestion>;

const statesQuestion = z.object({
  type: z.literal("states"),
  ...base,
  columns: z.array(z.extend(column, { isChosen: z.boolean() })),
  combinations: z.array(
    z.object({
      text: z.string(),
      count: z.number(),
      is: z.nullable(z.string()),
      /** Null if it is answered, too. */
      proposed: z.nullable(z.string()),
    }),
  ),
  /** The states of the contract, in the user's language. */
  states: z.array(z.object({ state: z.string(), label: z.string(), meaning: z.string() })),
});
export type ShownStatesQuestion = z.output<typeof statesQuestion>;
/** The parts of a request that can name an item, as in a profile. */
export const selectorPlaceSchema = z.enum(["query", "header", "body", "path"]);

const selectorQuestion = z.object({
  type: z.literal("selector"),
  ...base,
  /** What the service refused, in words. */
  refused: z.array(z.string()),
  /** The answer, or what is known of an operation. */
  chosen: z.nullable(z.object({ in: selectorPlaceSchema, name: z.string(), value: z.string() })),
});
export type ShownSelectorQuestion = z.output<typeof selectorQuestion>;
export type ShownQuestion = ShownFieldQuestion | ShownStatesQuestion | ShownSelectorQuestion;

const rowGroup = z.object({
  title: z.string(),
  /** The title of the column with what the items belong to; null if they belong to nothing. */
  ownerTitle: z.nullable(z.string()),
  hasStates: z.boolean(),
  /** How many items were seen; `rows` has the first ones. */
  count: z.number(),
  rows: z.array(
    z.object({
      /** Null: it is not known, so the row has the id. */
      name: z.nullable(z.string()),
      id: z.nullable(z.string()),
      /** `state`: the contract's; null: the text is in the service's own words. */
      status: z.nullable(z.object({ text: z.string(), state: z.nullable(z.string()) })),
      owner: z.nullable(z.string()),
    }),
  ),
});
export type ShownRowGroup = z.output<typeof rowGroup>;

/** How a service is read, and what is not known of it. */
export const shownServiceProfileSchema = z.object({
  preset: z.nullable(z.string()),
  presets: z.array(z.object({ name: z.string(), title: z.string() })),
  /** False if the user wants all changes to be sent without a question. */
  asksBeforeChanges: z.boolean(),
  hasSamples: z.boolean(),
  /** How many proposals *Looks Right* accepts. */
  proposalCount: z.number(),
  /** Those that matter most first. */
  questions: z.array(z.discriminatedUnion("type", [fieldQuestion, statesQuestion, selectorQuestion])),
  /** The fields that are proposed too, about which there is no question. */
  others: z.array(z.extend(column, { field: z.string() })),
  rows: z.array(rowGroup),
});
export type ShownServiceProfile = z.output<typeof shownServiceProfileSchema>;

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
