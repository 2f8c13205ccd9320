import type * as z from "zod";
import type { Operation } from "../../contract/operation.ts";
import { readJson } from "../../text/readJson.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** Query and body of an operation, parsed by its strict schemas, as one flat object. */
export function parseOperationInput(
  operation: Operation,
  search: URLSearchParams,
  body: string,
): Record<string, unknown> {
  const query = check(operation.query, fromPairs(search), "query");
  if (!operation.body) return query;
  if (operation.encoding === "form") {
    // OAuth wants unknown parameters ignored (RFC 6749 section 3.2).
    return { ...query, ...check(operation.body.strip(), fromPairs(new URLSearchParams(body)), "body") };
  }
  return { ...query, ...check(operation.body, parseJsonBody(body), "body") };
}

/** A body of a million wrong fields is answered with as many as somebody may read. */
const mostErrors = 20;

function check(schema: z.ZodObject, value: unknown, where: "query" | "body"): Record<string, unknown> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const found = result.error.issues.flatMap(toErrors);
  const errors = found.slice(0, mostErrors);
  const named = errors.map(({ path }) => path || "(whole)").join(", ");
  const more = found.length > errors.length ? ` and ${found.length - errors.length} more` : "";
  throw new ServiceProblem("invalid_request", `The ${where} is not valid: ${named}${more}.`, { errors });
}

function toErrors(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ path: path.join("."), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "Unknown field." }));
}

function fromPairs(pairs: URLSearchParams): Record<string, string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of pairs.keys()) (seen.has(name) ? twice : seen).add(name);
  if (twice.size > 0) {
    const errors = [...twice].slice(0, mostErrors).map((path) => ({ path, message: "Given more than once." }));
    throw new ServiceProblem("invalid_request", "A parameter was given more than once.", { errors });
  }
  return Object.fromEntries(pairs);
}

/** An empty body stands for an empty object. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return readJson(text);
  } catch (error) {
    throw new ServiceProblem("invalid_request", "The body is not JSON.", { cause: error });
  }
}
