import * as z from "zod/mini";

const name = z.string().check(z.maxLength(200));
/** Names of fields from the outside in; a profile holds no deeper paths. */
const path = z.array(name).check(z.maxLength(8));
/** Answers can be nested deeper than a profile can say. */
const answerPath = z.array(z.string());

/** The answer to one operation of one connection. */
export const mappingPanelSubjectSchema = z.strictObject({
  connection: name,
  operation: name,
  /** The item that the operation is called with. */
  id: z.optional(z.string().check(z.maxLength(500))),
});
export type MappingPanelSubject = z.output<typeof mappingPanelSubjectSchema>;

/** One thing that the user says of an answer. */
const mappingChangeSchema = z.discriminatedUnion("kind", [
  /** Where the list of items, or the item, is in the answer. */
  z.strictObject({ kind: z.literal("holder"), path }),
  /** Where a field of the contract is in an item. */
  z.strictObject({ kind: z.literal("field"), field: name, path }),
  /** Fields of the contract that no item has. */
  z.strictObject({ kind: z.literal("absent"), fields: z.array(name).check(z.maxLength(100)) }),
  /** Which state of the contract a word of the service is. */
  z.strictObject({ kind: z.literal("state"), word: name, state: name }),
]);
export type MappingChange = z.output<typeof mappingChangeSchema>;

export const mappingChangesSchema = z.array(mappingChangeSchema).check(z.maxLength(200));

const proposal = z.strictObject({
  /** The name of the model. */
  model: name,
  lines: z.array(z.strictObject({ change: mappingChangeSchema, text: z.string().check(z.maxLength(2000)) })),
  /** Sentences about what the model proposed and the answer does not bear out. */
  dropped: z.array(z.string().check(z.maxLength(2000))),
});
export type MappingProposal = z.output<typeof proposal>;

/** What the user has chosen and not saved, and what is proposed. */
export const mappingPageStateSchema = z.object({
  changes: mappingChangesSchema,
  proposal: z.nullable(proposal),
});
export type MappingPageState = z.output<typeof mappingPageStateSchema>;

const answerNode = z.object({
  depth: z.number(),
  /** The name of the field; in a list, the position. */
  key: z.string(),
  kind: z.enum(["object", "list", "text", "number", "flag", "none"]),
  /** The masked value, or how much an object or a list holds. */
  text: z.string(),
});
export type AnswerNode = z.output<typeof answerNode>;

const answer = z.object({
  operation: z.string(),
  connection: z.string(),
  kind: z.enum(["list", "item"]),
  /** The nodes in the order of the answer; the first one is the answer itself. */
  nodes: z.array(answerNode),
  /** What is not shown, in sentences. */
  notes: z.array(z.string()),
  /** The contract's fields of an item. */
  fields: z.array(z.object({ name: z.string(), label: z.string() })),
  /** The contract's states; empty if the items have none. */
  states: z.array(z.object({ state: z.string(), meaning: z.string() })),
});
export type ShownAnswer = z.output<typeof answer>;

const cell = z.object({ kind: z.enum(["text", "time", "state", "unknownState"]), text: z.string() });
export type ReadingCell = z.output<typeof cell>;

const column = z.object({
  field: z.string(),
  label: z.string(),
  /** The place within an item. */
  place: answerPath,
  /** `your choice`, `its own name` */
  source: z.string(),
  isProposed: z.boolean(),
  /** Why no row shows the field; null if one does. */
  problem: z.nullable(z.string()),
});
export type ReadingColumn = z.output<typeof column>;

const reading = z.object({
  /** The place of the list or the item in the answer; null: none is found. */
  place: z.nullable(answerPath),
  isPlaceProposed: z.boolean(),
  /** Why rows are missing, in sentences. */
  problems: z.array(z.string()),
  itemCount: z.number(),
  columns: z.array(column),
  /** By shown row: the item's place in the answer, if it is in the shown part; a cell for each column. */
  rows: z.array(z.object({ place: z.nullable(answerPath), cells: z.array(z.nullable(cell)) })),
  /** All fields that are read, with their places: also those without a column. */
  places: z.array(z.object({ field: z.string(), label: z.string(), place: answerPath, isProposed: z.boolean() })),
  /** Labels of the fields that are read nowhere. */
  missing: z.array(z.string()),
  /** Words for states that Fairlead does not know, and those that the user or the model explains; null: not explained. */
  words: z.array(z.object({ word: z.string(), state: z.nullable(z.string()), isProposed: z.boolean() })),
});
export type ShownReading = z.output<typeof reading>;

const problem = z.nullable(z.object({ message: z.string(), remedy: z.string() }));

export const mappingPanelToWebviewSchema = z.discriminatedUnion("type", [
  /** null: there is no answer; `problem` has the reason once it is known. */
  z.object({ type: z.literal("answer"), shown: z.nullable(answer), problem }),
  z.object({ type: z.literal("reading"), shown: reading }),
  /** Whether the editor has a language model, and the name of the one that works now. */
  z.object({ type: z.literal("models"), canAsk: z.boolean(), working: z.nullable(z.string()) }),
  z.object({ type: z.literal("proposal"), proposal }),
  /** So many of the first changes are in the profile; the user can have made more since. */
  z.object({ type: z.literal("saved"), count: z.number(), message: z.string() }),
]);
export type MappingPanelToWebview = z.output<typeof mappingPanelToWebviewSchema>;
