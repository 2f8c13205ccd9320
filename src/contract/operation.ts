import * as z from "zod";

export type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** The permissions of API keys. */
export const apiKeyScopes = ["read", "write", "deploy", "runtime", "admin"] as const;
export const apiKeyScopeSchema = z.enum(apiKeyScopes);
export type ApiKeyScope = z.output<typeof apiKeyScopeSchema>;

/**
 * The definition of one operation of the contract. `query` and `body` are strict: they reject unknown fields. `output` is the body of
 * the response with status `success`, or null if there is none.
 */
export interface Operation {
  readonly method: HttpMethod;
  readonly path: `/${string}`;
  readonly summary: string;
  /** The noun of a message when a service does not have the operation: the host has no `projects`. */
  readonly resource?: string;
  /** The resource of the response, or of what is changed. */
  readonly kind: string;
  /** The resource whose item the `id` names. */
  readonly owner?: string;
  /** The `id` only narrows a list whose items say which owner they belong to. */
  readonly isOwnerFilter?: true;
  /** null if the operation does not authenticate by the scope of an API key. */
  readonly scope: ApiKeyScope | null;
  /** Scopes that a body needs in addition for what it contains. */
  readonly fieldScopes?: readonly FieldScope[];
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  /** The encoding of the body; JSON by default. */
  readonly encoding?: "form";
  readonly success: 200 | 201 | 202 | 204;
  readonly output: z.ZodType | null;
  /** A POST that changes nothing (RFC 9110, section 9.2.1): a repeated request gets a new response, not the stored one. */
  readonly safe?: true;
  /** The operation also returns a live stream if the request accepts `text/event-stream`. */
  readonly streams?: true;
}

/** A body that gives `field` a value, or this `value`, needs `scope`. An empty object is no value. */
export interface FieldScope {
  readonly field: string;
  readonly value?: string;
  readonly scope: ApiKeyScope;
}

/** The query of an operation without parameters. */
export const emptyQuerySchema = z.strictObject({});

/** The query of an operation on one item. */
export const idQuerySchema = z.strictObject({ id: z.string().min(1).max(200) });

/** What operations have in common that only read. */
export const reading = { method: "GET", scope: "read", body: null, success: 200 } as const;

/** What operations have in common that modify one item. */
export const modifying = { method: "PATCH", scope: "write", query: idQuerySchema, success: 200 } as const;

/** What operations have in common that delete one item. */
export const deleting = { method: "DELETE", query: idQuerySchema, body: null, success: 204, output: null } as const;

const limit = z.coerce.number().int().min(1).max(200).default(50).describe("The number of items per page.");
const cursor = z.string().max(500).optional().describe("The `nextCursor` of the previous page.");

/** The query of a list: the paging parameters plus filters. */
export function listQuerySchema<Shape extends z.core.$ZodLooseShape>(filters: Shape) {
  return z.strictObject({ limit, cursor, ...filters });
}

/**
 * The cursor of a list of another service that does not say whether it ends. A call with it returns an empty page, and the list's end.
 */
export const unprovenEnd = "unproven-end";

/** The response of a list. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.looseObject({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** A flag of a query, which has only texts. */
const flag = z.preprocess((value) => (value === "true" ? true : value === "false" ? false : value), z.boolean());

/** The query of a list that omits archived items by default. */
export const includeArchived = flag.optional().describe("true: archived items too.");

/** RFC 3339 in UTC. */
export const timestampSchema = z.iso.datetime();
/** An opaque identifier: a prefix and a UUIDv7 in our own service. */
export const idSchema = z.string().min(1);

/** The common fields of stored items; `etag` goes into `If-Match` of a PATCH. */
export const storedItemShape = {
  id: idSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  etag: z.string(),
};

/**
 * The fields of items that can be archived: they stop, leave the lists and can be restored. A service that cannot archive omits them.
 */
export const archivableShape = {
  archived: z.boolean().optional(),
  archivedAt: timestampSchema
    .nullable()
    .optional()
    .describe("When the item was archived, by itself or with its project; null if it is not archived."),
};

export const archivedField = z.boolean().optional().describe("true archives the item, false restores it.");
