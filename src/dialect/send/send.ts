import { defaultDeadlineMs } from "../../client/client.ts";
import type { ClientContext } from "../../client/clientContext.ts";
import { isHtmlBody } from "../../client/createServiceError.ts";
import { type AttemptOutcome, sendWithRetries } from "../../client/pipeline.ts";
import { buildServiceUrl, type PreparedCall, readCallKey } from "../../client/prepareCall.ts";
import { collectRequestSecrets, type RequestSecrets, redactSecretTexts } from "../../client/redaction.ts";
import type { DialectProfile } from "../../contract/dialectProfile.ts";
import type { Operation } from "../../contract/operation.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { getValueAtPath, setAtPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import type { DialectRequest, DialectResponse } from "../dialectCall.ts";
import { isFailureBody } from "../refusal/readErrorBody.ts";
import { flagOf } from "../vocabulary/values.ts";
import { type Collected, collect } from "./collect.ts";
import { refusalOf } from "./dialectError.ts";
import { parseJson } from "./parseJson.ts";

type DialectPreparedCall = PreparedCall<OperationName>;

/** Sends a request in a service's own form. Throws where there is no answer. */
export async function send(
  context: ClientContext,
  profile: DialectProfile,
  sending: DialectRequest,
): Promise<DialectResponse> {
  const { operation: name, options } = sending;
  const prepared = await prepare(context, profile, sending);
  // Some answer with a stream whatever was asked for.
  const collected =
    "streams" in operationTable[name] && !sending.stream ? collect(options.deadlineMs ?? defaultDeadlineMs) : undefined;
  const outcome = await sendWithRetries(context, collected ? until(prepared, collected) : prepared, options.deadlineMs);
  const circumstances = { operation: name, host: context.base.host };
  const values = collected?.values();
  const isEnough = collected?.enough.aborted && !options.signal?.aborted;
  // Of a stream that goes on, what came before its silence counts.
  if (values && (outcome.kind === "succeeded" || outcome.error.name === "TimeoutError" || isEnough))
    return { status: 200, headers: {}, json: values, text: "", circumstances, refusal: undefined };
  return judged(context, profile, prepared, outcome);
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
  const { "content-type": mediaType, ...further } = furtherHeaders(profile);
  const headers: Record<string, string> = { accept: "application/json", ...further };
  if (key !== undefined) Object.assign(headers, credentialHeaders(profile, key));
  if (organizationId !== undefined)
    headers[profile.tenant?.header.toLowerCase() ?? "fairlead-organization"] = headerValue(organizationId);
  if (sending.select?.by.in === "header")
    headers[sending.select.by.name.toLowerCase()] = headerValue(sending.select.value);
  if (options.ifMatch)
    headers["if-match"] = /^(W\/)?"|^\*$/.test(options.ifMatch) ? options.ifMatch : `"${options.ifMatch}"`;
  const method = sending.method ?? operation.method;
  const form = (sending.encoding ?? operation.encoding) === "form";
  const isRead = method === "GET" && sending.select?.by.in !== "body";
  const body = isRead ? undefined : bodyOf(operation, sending, form);
  if (body !== undefined)
    headers["content-type"] = form ? "application/x-www-form-urlencoded" : (mediaType ?? "application/json");
  return {
    operation: name,
    request: {
      method,
      url:
        sending.url ??
        addressOf(context.base, operation, { ...sending, query: { ...profile.query, ...sending.query } }),
      headers: { ...headers, ...sending.headers },
      body,
    },
    key,
    secrets: withBasicCredentials(collectRequestSecrets(name, key, sending.given ?? {}), profile, key),
    signal: options.signal,
    stream: sending.stream,
    // Another service may ignore what makes a repetition safe with ours.
    isIdempotent: false,
  };
}

function isFailure({ errors }: DialectProfile, json: unknown): boolean {
  const said = errors?.success && flagOf(getValueAtPath(json, errors.success));
  return said === undefined ? isFailureBody(json) : !said;
}

/** Whatever it calls itself: a wrong or missing media type and a byte order mark are no reason not to read it. */
export function jsonOf(text: string): unknown {
  const bare = text.trim();
  if (bare === "" || isHtmlBody(bare)) return undefined;
  try {
    return parseJson(bare);
  } catch {
    return linesOf(bare);
  }
}

/** One JSON value a line. */
function linesOf(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return undefined;
  try {
    return lines.map(parseJson);
  } catch {
    return undefined;
  }
}

export function addressOf(
  base: URL,
  operation: Operation,
  { query, select }: Pick<DialectRequest, "query" | "select">,
): URL {
  const url = buildServiceUrl(base, operation.path);
  const all = new URLSearchParams(query);
  if (select?.by.in === "query") all.set(select.by.name, select.value);
  url.search = all.toString();
  return url;
}

/** Where a next address leads; undefined where it is none. */
export function nextUrl(base: URL, operation: Operation, url: string): URL | undefined {
  const from = addressOf(base, operation, {});
  return URL.parse(url, from.href) ?? undefined;
}

/** Headers hold ASCII only. */
function headerValue(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value.toWellFormed());
}

/** Headers that say who calls, or where the request goes: no line of a profile may set them. */
const protectedHeaders = ["authorization", "proxy-authorization", "cookie", "host"];

/** The headers that every request to the service needs, with names in lower case. */
export function furtherHeaders({ headers = {}, credential }: DialectProfile): Readonly<Record<string, string>> {
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
  return { [header.toLowerCase()]: prefix ? `${prefix} ${value}` : value };
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

function bodyOf(operation: Operation, { body, select }: DialectRequest, form: boolean): string | undefined {
  const selected = select?.by.in === "body" ? select : undefined;
  if (operation.body === null && !selected) return undefined;
  const given: UnknownRecord = isRecord(body) ? body : {};
  const fields = selected ? setAtPath(given, selected.by.name.split("."), selected.value) : given;
  if (!form) return JSON.stringify(fields);
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === "object" ? JSON.stringify(value) : String(value),
  ]);
  return new URLSearchParams(pairs).toString();
}
