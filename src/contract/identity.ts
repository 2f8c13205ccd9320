import * as z from "zod";
import { confidential } from "./confidential.ts";
import { byId, id, listQuery, nothing, type Operation, page, scopeSchema, stored, time } from "./operation.ts";

export const apiKeySchema = z.looseObject({
  ...stored,
  name: z.string(),
  prefix: z.string().describe("The first characters of the key, to recognise it by."),
  scopes: z.array(scopeSchema),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
});
export type ApiKey = z.output<typeof apiKeySchema>;

export const meSchema = z.looseObject({
  ...stored,
  name: z.string(),
  email: z.string().nullable(),
  kind: z.enum(["user", "key"]),
  organizationId: id,
  key: z.looseObject({ id, name: z.string(), scopes: z.array(scopeSchema), expiresAt: time.nullable() }),
});
export type Me = z.output<typeof meSchema>;

const createApiKey = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(scopeSchema).min(1).default(["read"]),
  expiresAt: time.optional(),
});

export const identityOperations = {
  "me.get": {
    method: "GET",
    path: "/api/v1/me",
    summary: "Read whose key it is.",
    scope: "read",
    query: nothing,
    body: null,
    success: 200,
    output: meSchema,
  },
  "apiKeys.list": {
    method: "GET",
    path: "/api/v1/api-keys",
    summary: "List API keys.",
    scope: "admin",
    query: listQuery({ q: z.string().max(200).optional() }),
    body: null,
    success: 200,
    output: page(apiKeySchema),
  },
  "apiKeys.create": {
    method: "POST",
    path: "/api/v1/api-keys",
    summary: "Create an API key; the answer alone holds the key itself.",
    scope: "admin",
    query: nothing,
    body: createApiKey,
    success: 201,
    output: apiKeySchema.extend({ key: confidential(z.string()) }),
  },
  "apiKeys.delete": {
    method: "DELETE",
    path: "/api/v1/api-keys",
    summary: "Delete an API key.",
    scope: "admin",
    query: byId,
    body: null,
    success: 204,
    output: null,
  },
} as const satisfies Record<string, Operation>;
