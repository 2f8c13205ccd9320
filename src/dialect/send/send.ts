import { randomUUID } from "node:crypto";
import { defaultDeadlineMs } from "../../client/client.ts";
import type { ClientContext } from "../../client/clientContext.ts";
import { type AttemptOutcome, sendWithRetries } from "../../client/pipeline.ts";
import { buildServiceUrl, type PreparedCall, readCallKey } from "../../client/prepareCall.ts";
import { collectRequestSecrets, type RequestSecrets, redactSecretTexts } from "../../client/redaction.ts";
import type { HttpTransport } from "../../client/transport.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { Operation } from "../../contract/operation.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { getValueAt, setAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectRequest, DialectResponse, Selection } from "../dialectCall.ts";
import { fillTemplate } from "../read/expression.ts";
import { isFailureBody } from "../refusal/readErrorBody.ts";
import { flagOf, numberOf, textOf } from "../vocabulary/values.ts";
import { type Collected, collect } from "./collect.ts";
import { refusalOf } from "./dialectError.ts";
import { encodeBody } from "./encodeBody.ts";
import { jsonOf } from "./parseJson.ts";

export interface DialectPreparedCall extends PreparedCall<OperationName> {
  /** What the body is made of. */
  readonly fields: UnknownRecord | undefined;
}

/** Sends a request in a service's own form. Throws where there is no answer. */
export async function send(
  context: ClientContext,
  profile: DialectProfile,
  sending: DialectRequest,
): Promise<DialectResponse> {
  const { operation: name, options } = sending;
  const prepared = await prepare(context, profile, sending);
  // Some answer with a stream whatever was asked for.
  const collected = "streams" in operationTable[name] ? collect(options.deadlineMs ?? defaultDeadlineMs) : undefined;
  const sender = { ...context, transport: withRetryAfter(context.transport, profile.errors?.retryAfter) };
  const outcome = await sendWithRetries(sender, collected ? until(prepared, collected) : prepared, options.deadlineMs);
  const circumstances = { operation: name, host: context.base.host };
  const values = collected?.values();
  const isEnough = collected?.enough.aborted && !options.signal?.aborted;
  // Of a stream that goes on, what came before its silence counts.
  if (values && (outcome.kind === "succeeded" || outcome.error.name === "TimeoutError" || isEnough))
    return { status: 200, headers: {}, json: values, text: "", circumstances, refusal: undefined };
  return judged(context, profile, prepared, outcome);
}

/** The same transport; a refusal that says in its body when to send again has the header `Retry-After`. */
function withRetryAfter(transport: HttpTransport, place: string | undefined): HttpTransport {
  if (place === undefined) return transport;
  const send: HttpTransport["send"] = async (request, limits) => {
    const response = await transport.send(request, limits);
    if (response.status < 400 || response.headers["retry-after"] !== undefined) return response;
    const seconds = numberOf(getValueAt(jsonOf(response.text), place));
    return seconds === undefined
      ? response
      : { ...response, headers: { ...response.headers, "retry-after": `${seconds}` } };
  };
  return { ...transport, send };
}

/** The same, ending also when enough was collected. */
function until(prepared: DialectPreparedCall, { limits, enough }: Collected): DialectPreparedCall {
  const signal = prepared.signal ? AbortSignal.any([prepared.signal, enough]) : enough;
  return { ...prepared, stream: limits, signal };
}

function judged(
  context: ClientContext,
  profile: DialectProfile,
  prepared: DialectPreparedCall,
  outcome: AttemptOutcome,
): DialectResponse {
  if (outcome.kind === "failed") throw outcome.error;
  const answer = outcome.response;
  const { requestId } = outcome.kind === "succeeded" ? outcome.errorContext : outcome.error;
  const circumstances = { operation: prepared.operation, host: context.base.host, requestId };
  const text = answer.text.replace(/^\uFEFF/, "");
  // Nothing to say is what some answer for a list of nothing.
  const json = answer.status === 204 ? null : jsonOf(text);
  const received = { status: answer.status, headers: answer.headers, json, text };
  if (outcome.kind === "succeeded" && !isFailure(profile, received.json))
    return { ...received, circumstances, refusal: undefined };
  const { credentials, confidential } = prepared.secrets;
  const clean = redactSecretTexts(text, [...credentials, ...confidential]);
  const known = { errors: profile.errors, now: context.clock.now() };
  const cleaned = clean === text ? received : { ...received, text: clean, json: jsonOf(clean) };
  return { ...cleaned, circumstances, refusal: refusalOf(circumstances, cleaned, known) };
}

/** Makes a request ready to be sent in a service's own form. */
export async function prepare(
  context: ClientContext,
  profile: DialectProfile,
  sending: DialectRequest,
): Promise<DialectPreparedCall> {
  const { operation: name, options } = sending;
  const operation: Operation = operationTable[name];
  const key = await readCallKey(context, name, options);
  const organizationId = options.organizationId ?? context.organizationId() ?? profile.tenant?.value;
  const { credential } = profile;
  const all = { ...profile.headers, ...fillHeaders(context, profile, sending) };
  const { "content-type": mediaType, ...further } = furtherHeaders({ headers: all, credential });
  const headers: Record<string, string> = { accept: "application/json", ...further };
  if (key !== undefined) Object.assign(headers, credentialHeaders(profile, key));
  if (organizationId !== undefined)
    headers[profile.tenant?.header.toLowerCase() ?? "fairlead-organization"] = headerValue(organizationId);
  if (sending.select?.by.in === "header")
    headers[sending.select.by.name.toLowerCase()] = headerValue(sending.select.value);
  if (options.ifMatch)
    headers["if-match"] = /^(W\/)?"|^\*$/.test(options.ifMatch) ? options.ifMatch : `"${options.ifMatch}"`;
  const method = sending.method ?? operation.method;
  const format = profile.operations[name]?.format ?? operation.encoding ?? profile.format ?? "json";
  const isRead = method === "GET" && sending.select?.by.in !== "body";
  const fields = isRead ? undefined : fieldsOf(operation, sending);
  const body = fields && (await encodeBody(fields, format));
  if (body) headers["content-type"] = (format === "json" && mediaType) || body.contentType;
  return {
    operation: name,
    request: {
      method,
      url:
        sending.url ??
        addressOf(context.base, operation, { ...sending, query: { ...profile.query, ...sending.query } }),
      headers,
      body: body?.content,
    },
    fields,
    key,
    secrets: withBasicCredentials(collectRequestSecrets(name, key, sending.given ?? {}), profile, key),
    signal: options.signal,
    stream: undefined,
    // Another service may ignore what makes a repetition safe with ours.
    isIdempotent: false,
  };
}

function isFailure({ errors }: DialectProfile, json: unknown): boolean {
  const said = errors?.success && flagOf(getValueAt(json, errors.success));
  return said === undefined ? isFailureBody(json) : !said;
}

function addressOf(base: URL, operation: Operation, { query, select }: Pick<DialectRequest, "query" | "select">): URL {
  const url = buildServiceUrl(base, select?.by.in === "path" ? pathOf(operation, select) : operation.path);
  const all = new URLSearchParams(query);
  if (select?.by.in === "query") all.set(select.by.name, select.value);
  url.search = all.toString();
  return url;
}

/** The value follows the operation's path, or stands in a path of its own below the service's URL. */
function pathOf({ path }: Operation, { by: { name }, value }: Selection): string {
  const encoded = encodeURIComponent(value.toWellFormed());
  return name.includes("{value}") ? name.replaceAll("{value}", () => encoded) : `${path}/${encoded}`;
}

/** Where a next address leads; undefined where it is none. */
export function nextUrl(base: URL, operation: Operation, url: string, select?: Selection): URL | undefined {
  const from = addressOf(base, operation, { select });
  return URL.parse(url, from.href) ?? undefined;
}

/** Headers hold ASCII only. */
function headerValue(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value.toWellFormed());
}

/** The headers of one request: those of its operation, and those given, which win, so that it is sent as it was confirmed. */
export function fillHeaders(
  { clock }: ClientContext,
  { operations }: DialectProfile,
  { operation, given, headers }: Pick<DialectRequest, "operation" | "given" | "headers">,
): Record<string, string> {
  const { installationId, id = installationId }: UnknownRecord = { ...given };
  const values: UnknownRecord = { uuid: randomUUID(), now: new Date(clock.now()).toISOString(), id };
  const filled = Object.entries(operations[operation]?.headers ?? {}).flatMap(([header, template]) => {
    const value = fillTemplate(template, (name) => textOf(values[name]));
    return value === undefined ? [] : [[header.toLowerCase(), headerValue(value)] as const];
  });
  return { ...Object.fromEntries(filled), ...headers };
}

/** Headers that say who calls, or where the request goes: no line of a profile may set them. */
const protectedHeaders = ["authorization", "proxy-authorization", "cookie", "host"];

/** The headers that every request to the service needs, with names in lower case. */
export function furtherHeaders({
  headers = {},
  credential,
}: Pick<DialectProfile, "headers" | "credential">): Readonly<Record<string, string>> {
  const reserved = [...protectedHeaders, credential?.header.toLowerCase()];
  const named = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value] as const);
  return Object.fromEntries(named.filter(([header]) => !reserved.includes(header)));
}

/** The key, as the service takes it. */
export function credentialHeaders(
  { credential }: Pick<DialectProfile, "credential">,
  key: string,
): Record<string, string> {
  if (!credential) return { authorization: `Bearer ${key}` };
  const { header, scheme, user } = credential;
  const prefix = user === undefined ? scheme : scheme || "Basic";
  const value = user === undefined ? key : encodeBasicCredentials(user, key);
  // `Token token=` is followed by the key at once.
  const gap = prefix && !prefix.endsWith("=") ? " " : "";
  return { [header.toLowerCase()]: `${prefix ?? ""}${gap}${value}` };
}

/** RFC 7617, section 2. */
function encodeBasicCredentials(user: string, key: string): string {
  return Buffer.from(`${user}:${key}`).toString("base64");
}

/** The encoded key is a secret too. */
function withBasicCredentials(
  secrets: RequestSecrets,
  { credential }: DialectProfile,
  key: string | undefined,
): RequestSecrets {
  if (credential?.user === undefined || key === undefined) return secrets;
  return { ...secrets, credentials: [...secrets.credentials, encodeBasicCredentials(credential.user, key)] };
}

/** The fields of the body; undefined if there is none. */
function fieldsOf({ body: schema }: Operation, { body, select }: DialectRequest): UnknownRecord | undefined {
  const selected = select?.by.in === "body" ? select : undefined;
  if (schema === null && !selected) return undefined;
  const given: UnknownRecord = isRecord(body) ? body : {};
  return selected ? setAtPath(given, selected.by.name.split("."), selected.value) : given;
}
