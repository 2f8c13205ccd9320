import * as z from "zod";

export type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

/** What a key must be allowed to do before the service runs an operation. */
export const apiKeyScopes = ["read", "write", "deploy", "runtime", "admin"] as const;
export const apiKeyScopeSchema = z.enum(apiKeyScopes);
export type ApiKeyScope = z.output<typeof apiKeyScopeSchema>;

/**
 * One row of the contract's table: everything the client, the service's routes, the OpenAPI document and the
 * contract tests need to know of an operation. `query` and `body` are strict: unknown fields are refused.
 * `output` is the body of the answer with status `success`, or null where there is none.
 */
export interface Operation {
  readonly method: HttpMethod;
  readonly path: `/${string}`;
  readonly summary: string;
  /** null: the operation authenticates by other means than an API key's scope. */
  readonly scope: ApiKeyScope | null;
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  /** How the body travels; JSON unless said. */
  readonly encoding?: "form";
  readonly success: 200 | 201 | 202 | 204;
  readonly output: z.ZodType | null;
  /** A POST that changes nothing (RFC 9110, section 9.2.1): a repetition is answered anew, not with what was answered first. */
  readonly safe?: true;
  /** Also answered as a live stream when `text/event-stream` is asked for. */
  readonly streams?: true;
}

/** Query of an operation that takes nothing. */
export const emptyQuerySchema = z.strictObject({});

/** Query of an operation on one item. */
export const idQuerySchema = z.strictObject({ id: z.string().min(1).max(200) });

const limit = z.coerce.number().int().min(1).max(200).default(50).describe("Items a page.");
const cursor = z.string().max(500).optional().describe("The `nextCursor` of the page before.");

/** Query of a list: a page, plus the filters given. */
export function listQuerySchema<Shape extends z.core.$ZodLooseShape>(filters: Shape) {
  return z.strictObject({ limit, cursor, ...filters });
}

/** Answer of a list. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
  return z.looseObject({ items: z.array(item), nextCursor: z.string().nullable() });
}

/** RFC 3339 in UTC. */
export const timestampSchema = z.iso.datetime();
/** An opaque identifier: a prefix and a UUIDv7 in our own service. */
export const idSchema = z.string().min(1);

/** Fields every stored item carries; `etag` goes into `If-Match` of a PATCH. */
export const storedItemShape = {
  id: idSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  etag: z.string(),
};
