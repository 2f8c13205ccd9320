import type * as z from "zod";
import type { Operation } from "../../contract/operation.ts";
import { hasMoreValues, readJson } from "../../text/readJson.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** Parses query and body with the operation's strict schemas into one flat object. */
export function parseOperationInput(
  operation: Operation,
  search: URLSearchParams,
  body: string,
): Record<string, unknown> {
  const query = parseWithSchema(operation.query, readParameters(search), "query");
  if (!operation.body) return query;
  if (operation.encoding === "form") {
    // OAuth requires that unknown parameters are ignored (RFC 6749 section 3.2).
    return { ...query, ...parseWithSchema(operation.body.strip(), readParameters(new URLSearchParams(body)), "body") };
  }
  return { ...query, ...parseWithSchema(operation.body, parseJsonBody(body), "body") };
}

/** The most errors in one response. A body may have a million wrong fields. */
const maxErrors = 20;

function parseWithSchema(schema: z.ZodObject, value: unknown, part: "query" | "body"): Record<string, unknown> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const allErrors = result.error.issues.flatMap(toErrors);
  const errors = allErrors.slice(0, maxErrors);
  const fieldNames = errors.map(({ path }) => path || "(whole)").join(", ");
  const more = allErrors.length > errors.length ? ` and ${allErrors.length - errors.length} more` : "";
  throw new ServiceProblem("invalid_request", `The ${part} is not valid: ${fieldNames}${more}.`, { errors });
}

function toErrors(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ path: path.join("."), message: issue.message }];
  return issue.keys.map((key) => ({ path: [...path, key].join("."), message: "Unknown field." }));
}

function readParameters(pairs: URLSearchParams): Record<string, string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const name of pairs.keys()) (seen.has(name) ? repeated : seen).add(name);
  if (repeated.size > 0) {
    const errors = [...repeated].slice(0, maxErrors).map((path) => ({ path, message: "Given more than once." }));
    throw new ServiceProblem("invalid_request", "A parameter was given more than once.", { errors });
  }
  return Object.fromEntries(pairs);
}

/**
 * The most values of a body. The largest real ones, the files of a skill, have 8,000. A value that is not valid takes some
 * microseconds, so millions of them would block the service for seconds.
 */
const maxValues = 20_000;

/** An empty body represents an empty object. */
export function parseJsonBody(text: string): unknown {
  if (text.trim() === "") return {};
  if (hasMoreValues(text, maxValues))
    throw new ServiceProblem("too_large", `A body may have at most ${maxValues} values.`);
  try {
    return readJson(text);
  } catch (error) {
    throw new ServiceProblem("invalid_request", "The body is not JSON.", { cause: error });
  }
}
