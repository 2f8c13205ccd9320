import * as z from "zod";
import { operations } from "./operations.ts";

/**
 * How a service says what the contract says in its own way. Readable and editable, kept per connection, and no code ever: only
 * names, places and words. What is not said here is as the contract has it.
 */
const name = z.string().min(1).max(200);
/** Names of fields from the outside in; empty: the answer itself. */
const place = z.array(name).max(8).readonly();

const credential = z.strictObject({
  header: name.describe("The header that carries the key."),
  scheme: z.string().max(50).optional().describe("What stands before the key: Bearer, Token; nothing where absent."),
});

const selector = z.strictObject({
  in: z.enum(["query", "header", "body"]),
  name,
  value: name.optional().describe("The field of the item that selects it, where it is not the id: slug, name."),
});

const paging = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("cursor"), next: place, more: place.optional(), param: name }),
  z.strictObject({
    kind: z.literal("page"),
    param: name,
    first: z.int().min(0).max(1),
    pages: place.optional(),
    total: place.optional(),
    more: place.optional(),
  }),
  z.strictObject({ kind: z.literal("offset"), param: name, total: place.optional(), more: place.optional() }),
  z
    .strictObject({ kind: z.literal("last"), param: name, more: place.optional() })
    .describe("Goes on after the last item's id."),
  z.strictObject({ kind: z.literal("link") }).describe("A header Link with rel=next."),
  z.strictObject({ kind: z.literal("url"), next: place }),
]);

const operation = z.strictObject({
  offered: z.boolean().optional().describe("false: the service does not have it."),
  select: selector.optional(),
  list: place.optional().describe("Where the list stands in the answer."),
  item: place.optional().describe("Where the item stands in the answer."),
  paging: paging.optional(),
  pageSize: name.optional().describe("The parameter that asks for so many items a page."),
  params: z
    .record(name, name.nullable())
    .optional()
    .describe("The contract's parameters and fields by their names there; null: there is none."),
  fields: z.record(name, place).optional().describe("Where the contract's fields stand in an item."),
  body: z
    .record(name, z.unknown())
    .optional()
    .describe('A body as the service wants it; "{{name}}" stands for a field of the contract.'),
});

const isOperation = (text: string) => Object.hasOwn(operations, text);

export const profileSchema = z.strictObject({
  version: z.literal(1),
  dialect: z
    .enum(["contract", "other", "unknown"])
    .describe("The contract itself, another way to say it, or not known: then the next connection finds out."),
  credential: credential.optional(),
  tenant: z
    .strictObject({
      header: name.describe("The header that names the organization."),
      value: name.optional().describe("What is sent where no organization is chosen."),
    })
    .optional(),
  document: z
    .string()
    .max(2000)
    .nullable()
    .optional()
    .describe("Where the service's OpenAPI document was read; null: it has none that is found."),
  operations: z.record(z.string().refine(isOperation, "There is no such operation."), operation).default({}),
  states: z.record(name, z.record(name, name)).optional().describe("States by resource: theirs, then the contract's."),
  errors: z.strictObject({ message: place.optional(), code: place.optional(), success: place.optional() }).optional(),
});

export type Profile = z.output<typeof profileSchema>;
export type OperationProfile = z.output<typeof operation>;
export type Paging = z.output<typeof paging>;
export type Selector = z.output<typeof selector>;

/** Our own service: says nothing, as everything is as the contract has it. */
export const contractProfile: Profile = { version: 1, dialect: "contract", operations: {} };

/** A service that nobody has asked yet. */
export const unknownProfile: Profile = { version: 1, dialect: "unknown", operations: {} };
