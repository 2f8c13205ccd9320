import * as z from "zod";
import { operationTable } from "./operations.ts";

/**
 * How a service says what the contract says in its own way. Readable and editable, kept per connection, and no code ever: only
 * names, places and words. What is not said here is as the contract has it.
 */
const name = z.string().min(1).max(200);
/** Names of fields from the outside in; empty: the answer itself. */
const place = z
  .array(name)
  .max(8)
  .readonly()
  .describe('Names of fields from the outside in: ["data", "items"]; empty is the answer itself.');

/** What says where and how a message travels is nobody's to set. */
const header = name.regex(
  /^(?!(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$)[\w!#$%&'*+.^`|~-]+$/i,
  "No header that can be set here is called so.",
);
export const isSettableHeader = (text: string) => header.safeParse(text).success;

const credential = z.strictObject({
  header: header.describe("The header that carries the key."),
  scheme: z
    .string()
    .max(50)
    .regex(/^[ -~]*$/, "A scheme is letters, digits and signs.")
    .optional()
    .describe("What stands before the key: Bearer, Token; nothing where absent."),
});

const selector = z
  .strictObject({
    in: z.enum(["query", "header", "body"]).describe("Where the request names the item."),
    name: name.describe("What the parameter, the header or the field is called."),
    value: name.optional().describe("The field of the item that selects it, where it is not the id: slug, name."),
  })
  .refine((said) => said.in !== "header" || isSettableHeader(said.name), {
    path: ["name"],
    message: "No header that can be set here is called so.",
  });

const param = name.describe("The parameter that says where to go on.");
const next = place.describe("Where the answer says how to go on.");
const more = place.optional().describe("Where the answer says whether there are more.");
const total = place.optional().describe("Where the answer says how many items there are.");

const paging = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }).describe("All items come at once."),
  z.strictObject({ kind: z.literal("cursor"), next, more, param }).describe("Each page names the next one."),
  z
    .strictObject({
      kind: z.literal("page"),
      param,
      first: z.int().min(0).max(1).describe("The number of the first page."),
      pages: place.optional().describe("Where the answer says how many pages there are."),
      total,
      more,
    })
    .describe("Pages are counted."),
  z.strictObject({ kind: z.literal("offset"), param, total, more }).describe("Goes on after so many items."),
  z.strictObject({ kind: z.literal("last"), param, more }).describe("Goes on after the last item's id."),
  z.strictObject({ kind: z.literal("link") }).describe("A header Link with rel=next."),
  z.strictObject({ kind: z.literal("url"), next }).describe("Each page holds the next one's address, at this service."),
]);

const operation = z.strictObject({
  offered: z.boolean().optional().describe("false: the service does not have it."),
  select: selector.optional().describe("How a request says which item it is about."),
  list: place.optional().describe("Where the list stands in the answer."),
  item: place.optional().describe("Where the item stands in the answer."),
  paging: paging.optional().describe("How the list goes on."),
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

const isOperation = (text: string) => Object.hasOwn(operationTable, text);

export const dialectProfileSchema = z.strictObject({
  version: z.literal(1),
  dialect: z
    .enum(["contract", "other", "unknown"])
    .describe("The contract itself, another way to say it, or not known: then the next connection finds out."),
  credential: credential.optional().describe("How the key is sent; the key itself is never in a profile."),
  tenant: z
    .strictObject({
      header: header.describe("The header that names the organization."),
      value: name.optional().describe("What is sent where no organization is chosen."),
    })
    .optional()
    .describe("How the organization is named."),
  document: z
    .string()
    .max(2000)
    .nullable()
    .optional()
    .describe("Where the service's OpenAPI document was read; null: it has none that is found."),
  operations: z
    .record(z.string().refine(isOperation, "There is no such operation."), operation)
    .default({})
    .describe("Operations by the contract's names, as far as they differ from it."),
  states: z.record(name, z.record(name, name)).optional().describe("States by resource: theirs, then the contract's."),
  errors: z
    .strictObject({
      message: place.optional().describe("Where the reason stands."),
      code: place.optional().describe("Where the code stands."),
      success: place.optional().describe("What is false in an answer that tells of an error though its status is 200."),
    })
    .optional()
    .describe("How refusals are told."),
});

export type DialectProfile = z.output<typeof dialectProfileSchema>;
export type OperationProfile = z.output<typeof operation>;
export type PagingProfile = z.output<typeof paging>;
export type SelectorProfile = z.output<typeof selector>;

/** Our own service: says nothing, as everything is as the contract has it. */
export const contractProfile: DialectProfile = { version: 1, dialect: "contract", operations: {} };

/** A service that nobody has asked yet. */
export const unknownProfile: DialectProfile = { version: 1, dialect: "unknown", operations: {} };
