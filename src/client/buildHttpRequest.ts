import { randomUUID } from "node:crypto";
import type { Operation } from "../contract/operation.ts";
import { buildServiceUrl } from "./buildServiceUrl.ts";
import type { CallOptions } from "./callOptions.ts";
import type { HttpRequest } from "./transport.ts";

/** How an operation's input travels: fields of its query in the URL, all others in the body, unknown ones too. */
export function buildHttpRequest(
  base: URL,
  operation: Operation,
  input: object,
  options: CallOptions,
  key: string | undefined,
): HttpRequest {
  const query: [string, unknown][] = [];
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    (operation.body === null || name in operation.query.shape ? query : fields).push([name, value]);
  }
  const url = addressOf(base, operation);
  return {
    method: operation.method,
    url: query.length === 0 ? url : new URL(`${url.href}?${encode(query)}`),
    headers: headersOf(operation, options, key),
    body: operation.body === null ? undefined : bodyOf(operation, fields),
  };
}

/** Parsed once for each operation: parsing it with every call would cost more than all else that makes the call ready. */
const addresses = new WeakMap<URL, Map<string, URL>>();

function addressOf(base: URL, { path }: Operation): URL {
  const known = addresses.get(base) ?? new Map<string, URL>();
  const url = known.get(path) ?? buildServiceUrl(base, path);
  known.set(path, url);
  addresses.set(base, known);
  return url;
}

function headersOf(operation: Operation, options: CallOptions, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  // Without a scope an operation proves who calls by its body, and another key beside it would only confuse.
  if (key !== undefined && operation.scope !== null) headers.authorization = `Bearer ${key}`;
  if (options.organizationId !== undefined) headers["fairlead-organization"] = options.organizationId;
  if (options.ifMatch !== undefined) headers["if-match"] = quoted(options.ifMatch);
  if (operation.method === "POST") headers["idempotency-key"] = options.idempotencyKey ?? randomUUID();
  if (operation.body !== null) {
    headers["content-type"] = operation.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json";
  }
  return headers;
}

/** An entity tag is a quoted string on the wire (RFC 9110 section 8.8.3). */
function quoted(etag: string): string {
  return /^(W\/)?"|^\*$/.test(etag) ? etag : `"${etag}"`;
}

function bodyOf(operation: Operation, fields: [string, unknown][]): string {
  return operation.encoding === "form" ? encode(fields) : JSON.stringify(Object.fromEntries(fields));
}

function encode(pairs: readonly (readonly [string, unknown])[]): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString();
}
