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
