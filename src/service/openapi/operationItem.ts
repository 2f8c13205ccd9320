import * as z from "zod";
import type { Operation } from "../../contract/operation.ts";
import { getBodySchemaRef, getResponseSchemaRef, toParameterSchema } from "./componentSchemas.ts";

/** One operation of the document. */
export function createOperationItem(name: string, operation: Operation): object {
  const body = operation.body && {
    required: true,
    content: { [mediaType(operation)]: { schema: getBodySchemaRef(name) } },
  };
  return {
    operationId: name,
    summary: operation.summary,
    tags: [name.slice(0, name.indexOf("."))],
    security: operation.scope === null ? [{ client: [] }, {}] : [{ apiKey: [] }],
    ...(operation.scope !== null && { description: `Needs a key with the scope \`${operation.scope}\`.` }),
    parameters: parameters(operation),
    ...(body && { requestBody: body }),
    responses: responses(name, operation),
  };
}

function parameters(operation: Operation): object[] {
  const query = Object.entries(operation.query.shape).map(([name, schema]) => ({
    name,
    in: "query",
    required: isRequired(schema),
    ...described(toParameterSchema(schema)),
  }));
  const key =
    operation.method === "POST" && operation.scope !== null && !operation.safe ? [shared("IdempotencyKey")] : [];
  const match = operation.method === "PATCH" ? [shared("IfMatch")] : [];
  const organization = operation.scope === null ? [] : [shared("Organization")];
  return [...query, ...key, ...match, ...organization];
}

function described({ description, ...schema }: Record<string, unknown>): object {
  return description === undefined ? { schema } : { description, schema };
}

function responses(name: string, operation: Operation): object {
  const failures = operation.scope === null ? { "400": oauthFailure, "401": oauthFailure } : problems(operation);
  return { [operation.success]: success(name, operation), ...failures };
}

function success(name: string, operation: Operation): object {
  const description = operation.output?.description ?? "Done.";
  if (!operation.output) return { description };
  const json = { "application/json": { schema: getResponseSchemaRef(name, operation) } };
  const stream = operation.streams && {
    "text/event-stream": {
      schema: { type: "string", description: "One server-sent event an item; its `id` is the sequence." },
    },
  };
  return { description, headers: requestIdHeader, content: { ...json, ...stream } };
}

/** By status, as far as the operation can answer it. */
function problems(operation: Operation): object {
  const changes = operation.method !== "GET";
  const { id } = operation.query.shape;
  // An id that may be left out narrows a list, or is that of an organization, which is forbidden where it is not the caller's.
  const addressed =
    (id !== undefined && isRequired(id)) || ["projectId", "serverId"].some((name) => isSaidIn(operation, name));
  return {
    "400": shared("Invalid", "responses"),
    "401": shared("Unauthenticated", "responses"),
    "403": shared("Forbidden", "responses"),
    ...(addressed && { "404": shared("NotFound", "responses") }),
    ...(changes && { "409": shared("Conflict", "responses") }),
    ...(operation.method === "PATCH" && { "412": shared("Stale", "responses") }),
    ...(operation.body && {
      "413": shared("TooLarge", "responses"),
      "415": shared("UnsupportedMediaType", "responses"),
    }),
    ...((operation.method === "POST" || operation.method === "PATCH") && { "422": shared("Unusable", "responses") }),
    "429": shared("RateLimited", "responses"),
  };
}

const isRequired = (schema: z.core.$ZodType) => !z.safeParse(schema, undefined).success;
const isSaidIn = ({ body }: Operation, name: string) => body !== null && name in body.shape;

const requestIdHeader = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

const oauthFailure = {
  description: "Refused (RFC 6749 section 5.2).",
  content: { "application/json": { schema: { $ref: "#/components/schemas/OAuthError" } } },
};

function mediaType(operation: Operation): string {
  return operation.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json";
}

function shared(name: string, kind: "parameters" | "responses" = "parameters"): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
