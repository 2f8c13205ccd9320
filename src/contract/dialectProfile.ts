import * as z from "zod";
import { isLoopbackHostname } from "../text/hosts/isLoopbackHostname.ts";
import { operationTable } from "./operations.ts";
import { bodyFormat } from "./profile/bodyFormat.ts";
import { migrateProfile } from "./profile/migrateProfile.ts";
import { pagingProfile as paging } from "./profile/pagingProfile.ts";
import { paramProfile as param } from "./profile/paramProfile.ts";
import {
  valueExpression as expression,
  listTemplateNames,
  jsonPath as path,
  valuePath as place,
  valueTemplate as template,
} from "./profile/valueExpression.ts";

/**
 * Describes how a service's API differs from the contract. A profile is saved per connection, and users can read and edit it. It
 * contains only names, paths and values, never code. Everything that it does not mention is as in the contract.
 */
const name = z.string().min(1).max(200);

const scalar = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);

const hasAtMost = (most: number) => (entries: object) => Object.keys(entries).length <= most;

const stateRule = z.strictObject({
  when: z
    .record(
      path,
      z.union(
        [scalar, z.array(scalar).min(1).max(50).readonly()],
        "A rule compares with a text, a number, true, false or null, or with a list of them.",
      ),
    )
    .refine(hasAtMost(5), "A rule compares at most 5 values.")
    .describe("Values of the item by their paths; of a list of values any one counts. null: it is absent or null."),
  is: name.describe("The contract's state."),
});

/** Headers that control the transport of a message, or make another method of it, cannot be set. */
const header = name.regex(
  /^(?!(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade|x-http-method|x-http-method-override|x-method-override)$)[\w!#$%&'*+.^`|~-]+$/i,
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
      .describe(
        "The prefix of the key, such as Bearer or Token; none if absent. No space follows one that ends with =, such as Token token=.",
      ),
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
    in: z
      .enum(["query", "header", "body", "path"])
      .describe("The part of the request that names the item; path: the value follows the path of the operation."),
    name: name.describe("The name of the parameter, the header or the field, or a path of its own with {value}."),
    value: template
      .refine(
        (text) => listTemplateNames(text).length > 0,
        "A value selects an item only with {id} or another value of the item in braces.",
      )
      .optional()
      .describe("The value that selects the item, {id} if absent: eq.{id}, {slug}, {$.metadata.name}."),
  })
  .refine((said) => said.in !== "header" || isSelectorHeader(said.name), {
    path: ["name"],
    message: "This is not the name of a header that can be set.",
  })
  .refine((said) => said.in !== "path" || isServicePath(said.name), {
    path: ["name"],
    message:
      "A path of the service is like /api/v1/servers/{value}/deploy: it has {value}, and no dots, query or host.",
  });

/** A header with the id of an item never replaces the key. */
function isSelectorHeader(text: string): boolean {
  return isSettableHeader(text) && !/^(?:proxy-)?authorization$|^cookie$/i.test(text);
}

/** A plain name, or a path that leads nowhere but below the service's URL. */
function isServicePath(text: string): boolean {
  if (!/[/{}]/.test(text)) return true;
  return text.includes("{value}") && /^(?:\/(?!\.+(?:[/;]|$))(?:[\w.~!$&'()*+,;=:@-]|\{value\})+)+$/.test(text);
}

/** How requests for several operations name an item. */
export const sharedSelectorSchema = selector.refine((said) => said.in !== "path" || !/\/|\{value\}/.test(said.name), {
  path: ["name"],
  message: "A path of its own is of one operation.",
});

const fields = z.record(name, expression.nullable()).refine(hasAtMost(100), "An item has at most 100 fields.");

/** PATCH and DELETE name an item as GET does if they are absent. */
const selectors = z
  .strictObject({
    GET: sharedSelectorSchema,
    POST: sharedSelectorSchema,
    PATCH: sharedSelectorSchema,
    DELETE: sharedSelectorSchema,
  })
  .partial();

const kind = z.strictObject({
  select: selectors.optional().describe("How requests name an item of the kind, by method."),
  words: z.array(name).max(20).readonly().optional().describe("The service's own words for it: droplet."),
  fields: fields
    .optional()
    .describe("Where the contract's fields are in an item: id, name, projectId; null if no item has the field."),
  states: z
    .array(stateRule)
    .max(100)
    .readonly()
    .optional()
    .describe("The states of the contract. The first rule that fits counts; without one the state is unknown."),
});

const operation = z.strictObject({
  offered: z.boolean().optional().describe("false if the service does not have the operation."),
  select: selector.optional().describe("How a request selects the item."),
  list: place.optional().describe("The path of the list in the response."),
  item: place.optional().describe("The path of the item in the response."),
  paging: paging.optional().describe("How the list is paged."),
  pageSize: name.optional().describe("The parameter for the number of items per page."),
  maxPageSize: z.int().min(1).max(10_000).optional().describe("The largest number of items per page that is accepted."),
  params: z
    .record(name, param.nullable())
    .optional()
    .describe("The service's names of parameters and fields, maybe with a form of the value: eq.{value}; null: none."),
  fields: fields.optional().describe("What differs in the responses of this operation from the fields of the kind."),
  headers: z
    .record(
      header,
      template.refine(
        (text) => listTemplateNames(text).every((value) => ["uuid", "now", "id"].includes(value)),
        "A header can have {uuid}, {now} and {id}.",
      ),
    )
    .optional()
    .describe("Headers of this request; {uuid} is a new id, {now} the time, {id} the item. No secrets."),
  order: z.enum(["newestFirst", "oldestFirst"]).optional().describe("The order of the list, if it is by time."),
  wrapper: place.optional().describe("The object of the body that contains the fields."),
  body: z
    .record(name, z.unknown())
    .optional()
    .describe('The body that the service expects; "{{name}}" is a field of the contract, "{{name|json}}" its JSON.'),
  format: bodyFormat
    .optional()
    .describe("The format of the body; fields in fields are a[b] in a form, lists a[] or, repeated, a."),
  compare: z
    .array(name)
    .max(50)
    .readonly()
    .optional()
    .describe("The contract's fields that are compared after the change; all that were sent if absent."),
});

const isOperation = (text: string) => Object.hasOwn(operationTable, text);

/** The current format, for the schema of the editor. */
export const dialectProfileFormat = z.strictObject({
  version: z.literal(2),
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
  format: bodyFormat.optional().describe("The format of the bodies of all operations; json if absent."),
  tenant: z
    .strictObject({
      header: header.describe("The header that names the organization."),
      value: name.optional().describe("The value that is sent if no organization is selected."),
    })
    .optional()
    .describe("How a request names the organization."),
  select: selectors
    .optional()
    .describe(
      "How requests name their item where neither its kind nor the operation says it. {kind} in a name is the item's kind: {kind}_id, {Kind}Id.",
    ),
  kinds: z
    .record(name, kind)
    .optional()
    .describe("What the service's items are like, by the contract's kinds: project, server, deployment."),
  operations: z
    .record(z.string().refine(isOperation, "There is no such operation."), operation)
    .default({})
    .describe("Operations that differ from the contract, by the contract's names."),
  errors: z
    .strictObject({
      message: place.optional().describe("The path of the error message."),
      code: place.optional().describe("The path of the error code."),
      success: place.optional().describe("The path of a value that is false in an error response with status 200."),
      details: z
        .strictObject({
          list: place.describe("The path of the list of errors of single fields."),
          field: place.optional().describe("The path of the field's name in such an error."),
          message: place.describe("The path of the message in such an error."),
        })
        .optional(),
      retryAfter: place.optional().describe("The path of the number of seconds to wait."),
    })
    .optional()
    .describe("How the service reports errors."),
});

/** A profile; one of an older format is brought to the current one. */
export const dialectProfileSchema = z.preprocess(migrateProfile, dialectProfileFormat);

export type DialectProfile = z.output<typeof dialectProfileFormat>;
export type KindProfile = z.output<typeof kind>;
export type StateRule = z.output<typeof stateRule>;
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
export const contractProfile: DialectProfile = { version: 2, dialect: "contract", operations: {} };

/** The profile of a service that was never contacted. */
export const unknownProfile: DialectProfile = { version: 2, dialect: "unknown", operations: {} };
