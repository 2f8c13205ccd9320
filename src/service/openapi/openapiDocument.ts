import { Hono } from "hono";
import * as z from "zod";
import type { ApiKeyScope, FieldScope, Operation } from "../../contract/operation.ts";
import { operationTable } from "../../contract/operations.ts";
import { programVersion } from "../programFiles.ts";
import {
  createComponentSchemas,
  getBodySchemaRef,
  getResponseSchemaRef,
  toParameterSchema,
} from "./componentSchemas.ts";
import {
  openapiTags,
  sharedHeaders,
  sharedParameters,
  sharedResponses,
  sharedSecuritySchemes,
} from "./sharedComponents.ts";

function createOperationItem(name: string, operation: Operation): object {
  const body = operation.body && {
    required: true,
    content: { [mediaType(operation)]: { schema: getBodySchemaRef(name) } },
  };
  return {
    operationId: name,
    summary: operation.summary,
    tags: [name.slice(0, name.indexOf("."))],
    security: operation.scope === null ? [{ client: [] }, {}] : [{ apiKey: [] }],
    ...(operation.scope !== null && { description: describeScopes(operation.scope, operation.fieldScopes) }),
    parameters: createParameters(operation),
    ...(body && { requestBody: body }),
    responses: createResponses(name, operation),
  };
}

function describeScopes(scope: ApiKeyScope, fieldScopes: readonly FieldScope[] = []): string {
  const additional = fieldScopes.map(({ field, value, scope: fieldScope }) => {
    const condition = value === undefined ? field : `${field}: ${value}`;
    return `; with \`${condition}\` also \`${fieldScope}\``;
  });
  return `Needs a key with the scope \`${scope}\`${additional.join("")}.`;
}

function createParameters(operation: Operation): object[] {
  const query = Object.entries(operation.query.shape).map(([name, schema]) => ({
    name,
    in: "query",
    required: isRequired(schema),
    ...toSchemaFields(toParameterSchema(schema)),
  }));
  const idempotencyKey =
    operation.method === "POST" && operation.scope !== null && !operation.safe ? [createRef("IdempotencyKey")] : [];
  const ifMatch = operation.method === "PATCH" ? [createRef("IfMatch")] : [];
  const organization = operation.scope === null ? [] : [createRef("Organization")];
  return [...query, ...idempotencyKey, ...ifMatch, ...organization];
}

function toSchemaFields({ description, ...schema }: Record<string, unknown>): object {
  return description === undefined ? { schema } : { description, schema };
}

function createResponses(name: string, operation: Operation): object {
  const failures =
    operation.scope === null ? { "400": oauthFailure, "401": oauthFailure } : createProblemResponses(operation);
  return { [operation.success]: createSuccessResponse(name, operation), ...failures };
}

function createSuccessResponse(name: string, operation: Operation): object {
  const description = operation.output?.description ?? "Done.";
  if (!operation.output) return { description };
  const json = { "application/json": { schema: getResponseSchemaRef(name, operation) } };
  const stream = operation.streams && {
    "text/event-stream": {
      schema: { type: "string", description: "One server-sent event per item. Its `id` is the sequence." },
    },
  };
  return { description, headers: requestIdHeader, content: { ...json, ...stream } };
}

/** The problem responses of an operation, by status. */
function createProblemResponses(operation: Operation): object {
  const changes = operation.method !== "GET";
  const { id } = operation.query.shape;
  // An optional id narrows a list or names an organization, which returns 403 instead of 404.
  const hasRequiredId =
    (id !== undefined && isRequired(id)) || ["projectId", "serverId"].some((name) => hasBodyField(operation, name));
  return {
    "400": createRef("Invalid", "responses"),
    "401": createRef("Unauthenticated", "responses"),
    "403": createRef("Forbidden", "responses"),
    ...(hasRequiredId && { "404": createRef("NotFound", "responses") }),
    ...(changes && { "409": createRef("Conflict", "responses") }),
    ...(operation.method === "PATCH" && { "412": createRef("Stale", "responses") }),
    ...(operation.body && {
      "413": createRef("TooLarge", "responses"),
      "415": createRef("UnsupportedMediaType", "responses"),
    }),
    ...((operation.method === "POST" || operation.method === "PATCH") && { "422": createRef("Unusable", "responses") }),
    "429": createRef("RateLimited", "responses"),
  };
}

const isRequired = (schema: z.core.$ZodType) => !z.safeParse(schema, undefined).success;
const hasBodyField = ({ body }: Operation, name: string) => body !== null && name in body.shape;

const requestIdHeader = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

const oauthFailure = {
  description: "The request is rejected (RFC 6749 section 5.2).",
  content: { "application/json": { schema: { $ref: "#/components/schemas/OAuthError" } } },
};

function mediaType(operation: Operation): string {
  return operation.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json";
}

function createRef(name: string, kind: "parameters" | "responses" = "parameters"): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The contract's operations as an OpenAPI 3.1 document. `baseUrl` is the URL of the service. */
export function createOpenapiDocument(baseUrl = "http://127.0.0.1:8080"): object {
  return {
    openapi: "3.1.1",
    info: {
      title: "Fairlead service",
      version: programVersion(),
      summary: "Generate, deploy and watch MCP servers.",
      description:
        "Lists are pages, newest first: `limit` and `cursor` in, `items` and `nextCursor` out. Failures are RFC 9457 problems. Unknown fields are rejected.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl, description: "The service on this machine." }],
    tags: openapiTags,
    paths: createPaths(),
    components: {
      schemas: createComponentSchemas(),
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedResponses,
      securitySchemes: sharedSecuritySchemes,
    },
  };
}

function createPaths(): object {
  const items: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries<Operation>(operationTable)) {
    items[operation.path] = {
      ...items[operation.path],
      [operation.method.toLowerCase()]: createOperationItem(name, operation),
    };
  }
  return items;
}

/** Serves the document of this service. The first request creates it. */
export function createOpenapiRoute(baseUrl: () => string): Hono {
  let text: string | undefined;
  return new Hono().get("/openapi.json", (c) => {
    text ??= JSON.stringify(createOpenapiDocument(baseUrl()));
    return c.body(text, 200, { "Content-Type": "application/json" });
  });
}
