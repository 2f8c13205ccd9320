import * as z from "zod";
import { isLoopbackHostname } from "../text/isLoopbackHostname.ts";
import { operationTable } from "./operations.ts";

/**
 * Describes how a service's API differs from the contract. A profile is saved per connection, and users can read and edit it. It
 * contains only names, paths and values, never code. Everything that it does not mention is as in the contract.
 */
const name = z.string().min(1).max(200);
/** Field names from the outside in; empty for the response itself. */
const place = z
  .array(name)
  .max(8)
  .readonly()
  .describe('Names of fields from the outside in: ["data", "items"]; empty is the response itself.');

/** Headers that control the transport of a message cannot be set. */
const header = name.regex(
  /^(?!(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$)[\w!#$%&'*+.^`|~-]+$/i,
  "This is not the name of a header that can be set.",
);
export const isSettableHeader = (text: string) => header.safeParse(text).success;

/** The client secret is sent there: encrypted, or to this machine. */
export function isTokenUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.username !== "" || url.password !== "" || text.includes("#")) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHostname(url.hostname));
}

/** RFC 6749, section 3.3. */
const scope = z
  .string()
  .max(200)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "A scope has no spaces, quotes or special characters.");

export const clientCredentialsSchema = z.strictObject({
  tokenUrl: z
    .string()
    .max(2000)
    .refine(isTokenUrl, "A token address is an https URL, or an http URL of this machine, without a user name.")
    .describe("The address where access tokens are requested."),
  clientId: name.optional().describe("The client id; the next sign-in asks for it if it is absent."),
  scopes: z.array(scope).max(100).readonly().optional().describe("The scopes to request; the server's own if absent."),
  audience: name.optional().describe("The audience of the access token, if the server demands one."),
  resource: name.optional().describe("The resource of the access token (RFC 8707), if the server demands one."),
  authentication: z
    .enum(["client_secret_basic", "client_secret_post"])
    .optional()
    .describe("How the server takes the client secret; found with the first access token."),
});

const credential = z
  .strictObject({
    header: header.describe("The header that carries the key."),
    scheme: z
      .string()
      .max(50)
      .regex(/^[ -~]*$/, "A scheme consists of printable ASCII characters.")
      .optional()
      .describe("The prefix of the key, such as Bearer or Token; none if absent."),
    user: name
      .regex(/^[^:]*$/, "A user name of HTTP Basic has no colon.")
      .optional()
      .describe("The user name of HTTP Basic, whose password is the key."),
    clientCredentials: clientCredentialsSchema
      .optional()
      .describe("OAuth 2.0 client credentials: the key is a client secret, and requests carry an access token."),
  })
  .refine(({ user, clientCredentials }) => user === undefined || clientCredentials === undefined, {
    path: ["user"],
    message: "A request carries a user name or an access token, not both.",
  });

const selector = z
  .strictObject({
    in: z.enum(["query", "header", "body"]).describe("The part of the request that names the item."),
    name: name.describe("The name of the parameter, the header or the field."),
    value: name.optional().describe("The field of the item that selects it, if it is not the id: slug, name."),
  })
  .refine((said) => said.in !== "header" || isSettableHeader(said.name), {
    path: ["name"],
    message: "This is not the name of a header that can be set.",
  });

const param = name.describe("The parameter that selects the next page.");
const next = place.describe("The path of the value for the next page.");
const more = place.optional().describe("The path of the flag for more items.");
const total = place.optional().describe("The path of the total number of items.");

const paging = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }).describe("All items come at once."),
  z.strictObject({ kind: z.literal("cursor"), next, more, param }).describe("Each page names the next one."),
  z
    .strictObject({
      kind: z.literal("page"),
      param,
      first: z.int().min(0).max(1).describe("The number of the first page."),
      pages: place.optional().describe("The path of the number of pages."),
      total,
      more,
    })
    .describe("Pages are numbered."),
  z.strictObject({ kind: z.literal("offset"), param, total, more }).describe("A page starts after a number of items."),
  z.strictObject({ kind: z.literal("last"), param, more }).describe("A page starts after the id of the last item."),
  z.strictObject({ kind: z.literal("link") }).describe("A header Link with rel=next."),
  z
    .strictObject({ kind: z.literal("url"), next })
    .describe("Each page contains the address of the next one, at this service."),
]);

const operation = z.strictObject({
  offered: z.boolean().optional().describe("false if the service does not have the operation."),
  select: selector.optional().describe("How a request selects the item."),
  list: place.optional().describe("The path of the list in the response."),
  item: place.optional().describe("The path of the item in the response."),
  paging: paging.optional().describe("How the list is paged."),
  pageSize: name.optional().describe("The parameter for the number of items per page."),
  maxPageSize: z.int().min(1).max(10_000).optional().describe("The largest number of items per page that is accepted."),
  params: z
    .record(name, name.nullable())
    .optional()
    .describe("The service's names of the contract's parameters and fields; null if there is none."),
  fields: z
    .record(name, place.nullable())
    .optional()
    .describe("The paths of the contract's fields in an item; null if no item has the field."),
  wrapper: place.optional().describe("The object of the body that contains the fields."),
  body: z
    .record(name, z.unknown())
    .optional()
    .describe('The body that the service expects; "{{name}}" is replaced by a field of the contract.'),
});

const isOperation = (text: string) => Object.hasOwn(operationTable, text);

export const dialectProfileSchema = z.strictObject({
  version: z.literal(1),
  dialect: z
    .enum(["contract", "other", "unknown"])
    .describe("The contract itself, another API, or unknown: then the next connection detects it."),
  preset: name
    .optional()
    .describe("The convention that the service follows, such as json-api or kubernetes; the other lines override it."),
  credential: credential.optional().describe("How the key is sent; the key itself is never in a profile."),
  headers: z
    .record(
      header,
      z
        .string()
        .max(1000)
        .regex(/^[ -~]*$/, "A header consists of printable ASCII characters."),
    )
    .optional()
    .describe("Further headers that every request needs; no secrets."),
  query: z
    .record(name, z.string().max(1000))
    .optional()
    .describe("Parameters of the URL that every request needs, such as a version; no secrets."),
  tenant: z
    .strictObject({
      header: header.describe("The header that names the organization."),
      value: name.optional().describe("The value that is sent if no organization is selected."),
    })
    .optional()
    .describe("How a request names the organization."),
  document: z
    .string()
    .max(2000)
    .nullable()
    .optional()
    .describe("The address of the service's OpenAPI document; null if none was found."),
  kinds: z
    .record(name, z.array(name).max(20).readonly())
    .optional()
    .describe('The service\'s own words for resources: "server": ["droplet"].'),
  operations: z
    .record(z.string().refine(isOperation, "There is no such operation."), operation)
    .default({})
    .describe("Operations that differ from the contract, by the contract's names."),
  states: z
    .record(name, z.record(name, name))
    .optional()
    .describe("States by resource: the service's state, then the contract's."),
  errors: z
    .strictObject({
      message: place.optional().describe("The path of the error message."),
      code: place.optional().describe("The path of the error code."),
      success: place.optional().describe("The path of a value that is false in an error response with status 200."),
    })
    .optional()
    .describe("How the service reports errors."),
});

export type DialectProfile = z.output<typeof dialectProfileSchema>;
export type ClientCredentials = z.output<typeof clientCredentialsSchema>;
export type OperationProfile = z.output<typeof operation>;
export type PagingProfile = z.output<typeof paging>;
export type SelectorProfile = z.output<typeof selector>;

/** A convention that a profile can name as its preset. */
export interface PresetTitle {
  readonly name: string;
  readonly title: string;
}

/** The profile of Fairlead's own service, which follows the contract. */
export const contractProfile: DialectProfile = { version: 1, dialect: "contract", operations: {} };

/** The profile of a service that was never contacted. */
export const unknownProfile: DialectProfile = { version: 1, dialect: "unknown", operations: {} };
