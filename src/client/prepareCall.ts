import { randomUUID } from "node:crypto";
import * as l10n from "@vscode/l10n";
import type { Operation } from "../contract/operation.ts";
import { type RouteName, routeTable } from "../contract/routes/routeTable.ts";
import type { CallOptions } from "./client.ts";
import type { ClientContext } from "./clientContext.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { UnauthorizedError } from "./errors.ts";
import type { HttpStreamLimits } from "./network/httpDispatchHandler.ts";
import { collectRequestSecrets, type RequestSecrets } from "./redaction.ts";
import type { HttpRequest } from "./transport.ts";

export interface OperationCall {
  readonly name: RouteName;
  readonly input: object;
  readonly options: CallOptions;
  readonly headers?: Readonly<Record<string, string>>;
  readonly stream?: HttpStreamLimits;
}

/** A call that is ready to be sent, once or more often. */
export interface PreparedCall<Name extends RouteName = RouteName> {
  readonly operation: Name;
  readonly request: HttpRequest;
  /** The key or the access token in a header of the request. */
  readonly key: string | undefined;
  readonly secrets: RequestSecrets;
  readonly signal: AbortSignal | undefined;
  readonly stream: HttpStreamLimits | undefined;
  /** Whether a second sending has no second effect, whatever the method. */
  readonly isIdempotent: boolean;
}

/** Reads the key, collects the secrets and builds the request. */
export async function prepareCall(context: ClientContext, call: OperationCall): Promise<PreparedCall> {
  const { name, input, headers, stream } = call;
  const key = await readCallKey(context, name, call.options);
  const organizationId = call.options.organizationId ?? context.organizationId();
  const options = organizationId === undefined ? call.options : { ...call.options, organizationId };
  const request = buildHttpRequest(context.base, routeTable[name], input, options, key);
  return {
    operation: name,
    request: headers ? { ...request, headers: { ...request.headers, ...headers } } : request,
    key,
    secrets: collectRequestSecrets(name, key, input),
    signal: options.signal,
    stream,
    // The contract guarantees no second effect for a known idempotency key, nor for a stale etag.
    isIdempotent: "idempotency-key" in request.headers || (request.method === "PATCH" && "if-match" in request.headers),
  };
}

/** The same call with another access token. */
export function replaceKey(prepared: PreparedCall, key: string, replacement: string): PreparedCall {
  const { request, secrets } = prepared;
  const headers = Object.entries(request.headers).map(([name, value]) => [name, value.replace(key, () => replacement)]);
  return {
    ...prepared,
    key: replacement,
    request: { ...request, headers: Object.fromEntries(headers) },
    secrets: { ...secrets, credentials: [replacement, ...secrets.credentials] },
  };
}

/** The key or the access token that an operation is sent with. */
export async function readCallKey(
  context: ClientContext,
  name: RouteName,
  { signal, deadlineMs }: CallOptions,
): Promise<string | undefined> {
  const isNeeded = routeTable[name].scope !== null;
  const key = isNeeded ? await context.key({ operation: name, signal, deadlineMs }) : undefined;
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw unusableKey(name, context.base.host);
  return key;
}

function unusableKey(operation: RouteName, host: string): UnauthorizedError {
  const detail = l10n.t("the stored key holds characters that no key has. Sign in again.");
  const unknown = { title: undefined, errors: [], retryAfterMs: undefined };
  return new UnauthorizedError(`${describeFailedCall(operation, host)}: ${detail}`, {
    operation,
    host,
    status: 401,
    code: "unusable_key",
    detail,
    ...unknown,
  });
}

/** Sends the fields of an operation's query in the URL and all others, unknown ones too, in the body. */
function buildHttpRequest(
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
  const url = operationUrl(base, operation);
  return {
    method: operation.method,
    url: query.length === 0 ? url : new URL(`${url.href}?${encodeForm(query)}`),
    headers: buildHeaders(operation, options, key),
    body: operation.body === null ? undefined : buildBody(operation, fields),
  };
}

/** Cached, because parsing a URL costs more than everything else that prepares a call. */
const operationUrls = new WeakMap<URL, Map<string, URL>>();

function operationUrl(base: URL, { path }: Operation): URL {
  const urls = operationUrls.get(base) ?? new Map<string, URL>();
  const url = urls.get(path) ?? buildServiceUrl(base, path);
  urls.set(path, url);
  operationUrls.set(base, urls);
  return url;
}

/** The URL of a path of the service. Resolving it instead would lead a path that begins with two slashes to another host. */
export function buildServiceUrl(base: URL, path: string): URL {
  const url = new URL(base.origin);
  url.pathname = base.pathname.replace(/\/+$/, "") + path;
  return url;
}

function buildHeaders(operation: Operation, options: CallOptions, key: string | undefined): Record<string, string> {
  const headers: Record<string, string> = { accept: "application/json" };
  // The body of an operation without a scope identifies the caller; a second key beside it would be ambiguous.
  if (key !== undefined && operation.scope !== null) headers.authorization = `Bearer ${key}`;
  if (options.organizationId !== undefined) headers["fairlead-organization"] = options.organizationId;
  if (options.ifMatch !== undefined) headers["if-match"] = quoteEntityTag(options.ifMatch);
  if (operation.method === "POST") headers["idempotency-key"] = options.idempotencyKey ?? randomUUID();
  if (operation.body !== null) {
    headers["content-type"] = operation.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json";
  }
  return headers;
}

/** An entity tag is a quoted string on the wire (RFC 9110 section 8.8.3). */
function quoteEntityTag(etag: string): string {
  return /^(W\/)?"|^\*$/.test(etag) ? etag : `"${etag}"`;
}

function buildBody(operation: Operation, fields: [string, unknown][]): string {
  return operation.encoding === "form" ? encodeForm(fields) : JSON.stringify(Object.fromEntries(fields));
}

function encodeForm(pairs: readonly (readonly [string, unknown])[]): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString();
}
