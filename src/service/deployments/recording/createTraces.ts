import {
  type CapturedBody,
  maskedValue,
  type RecordedCall,
  type UpstreamExchange,
  upstreamProtocol,
} from "../../../contract/mcp/upstreamExchange.ts";
import type { CallTrace } from "../../../contract/routes/recordingRoutes.ts";
import { ExactNumber } from "../../../text/number/exactNumber.ts";
import { tryParseExactJson } from "../../../text/number/readExactJson.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { listSecretTexts } from "../../../text/secrets/maskSecrets.ts";
import { createSecretMask } from "../process/processEnvironment.ts";

/** A request that the gateway forwarded, and its response. */
export interface RecordedRequest extends Pick<CallTrace, "at" | "ms" | "bytes" | "client" | "keyName"> {
  /** The calls of tools in the request. */
  readonly calls: readonly UnknownRecord[];
  /** Whether the request was too large, so that the calls have no arguments. */
  readonly isCut: boolean;
  /** undefined: the response was too large. */
  readonly responses: readonly UnknownRecord[] | undefined;
  /** Why there is no response. */
  readonly failure: string | undefined;
  /** undefined: the server does not show what it exchanges with its API. */
  readonly recorded: readonly RecordedCall[] | undefined;
}

export type NewTrace = Omit<CallTrace, "sequence">;

/** The traces of a request's calls, with secrets masked. */
export function createTraces(request: RecordedRequest, maskServerSecrets: (text: string) => string): NewTrace[] {
  return request.calls.map((call) => createTrace(request, call, maskServerSecrets));
}

function createTrace(
  { responses, recorded, failure, isCut, calls: _, ...facts }: RecordedRequest,
  call: UnknownRecord,
  maskServerSecrets: (text: string) => string,
): NewTrace {
  const params = isRecord(call.params) ? call.params : {};
  const response = responses?.find(({ id, method }) => id === call.id && method === undefined);
  const result = isRecord(response?.result) ? omitExchanges(response.result) : undefined;
  const exchanges = recorded?.find(({ id }) => id === call.id)?.exchanges;
  const bodies = (exchanges ?? []).flatMap(({ requestBody, responseBody }) => [requestBody?.text, responseBody?.text]);
  const mask = createTraceMask(maskServerSecrets, [params.arguments, result, ...bodies]);
  const error = formatRpcError(response?.error) ?? (result ? undefined : failure);
  const isFailed = result ? result.isError === true : error !== undefined;
  return {
    ...facts,
    tool: typeof params.name === "string" ? params.name : null,
    state: isFailed ? "failed" : result ? "succeeded" : "unknown",
    ...(!isCut && { arguments: JSON.stringify(mask.value(params.arguments ?? {})) }),
    ...(result && { result: JSON.stringify(mask.value(result)) }),
    ...(error !== undefined && { error: mask.text(error) }),
    ...(exchanges && { exchanges: exchanges.map(mask.exchange) }),
    omitted: [
      ...(isCut ? (["arguments"] as const) : []),
      ...(responses ? [] : (["result"] as const)),
      ...(exchanges ? [] : (["exchanges"] as const)),
    ],
  };
}

/** The caller of the tool asked for the exchanges too. */
function omitExchanges(result: UnknownRecord): UnknownRecord {
  if (!isRecord(result._meta)) return result;
  const { [upstreamProtocol.exchanges]: _, [upstreamProtocol.unmatched]: __, ...meta } = result._meta;
  return { ...result, _meta: meta };
}

function formatRpcError(error: unknown): string | undefined {
  if (!isRecord(error)) return undefined;
  return `${String(error.message)} (${String(error.code)})`;
}

/** Hides secrets in the parts of a trace. */
interface TraceMask {
  value(value: unknown): unknown;
  text(text: string): string;
  exchange(exchange: UpstreamExchange): UpstreamExchange;
}

/** Matches the end of a name, but not the tokens with which lists are read page by page. */
const secretName =
  /(authorization|pass(word|wd|phrase|code)|(^|db|[-_])pass|pwd|secret|credentials?|cookie|otp|(api|access|private|secret|signing)[-_]?key|(?<!(page|next|continuation|sync|cursor)[-_]?)token)([-_]?(header|hash))?$/i;
/** A field of a form or of the query of a URL. */
const formField = /(^|[?&])([^=&?#\s]{1,200})=([^&#\s]*)/g;
/** The value of a header. A short word without a digit is prose, such as "basic features". */
const headerCredential = /\b((?:Bearer|Basic)\s+)(?=[^\s]*[\d=]|[^\s]{20})([\w.~+/=-]{6,})/gi;

/** The beginning of a body that is too large to be replayed. */
const shownBody = 8000;

/**
 * Masks the secrets of the server, and everywhere in the trace what its values name as a secret or what has the form of a key. So a
 * replay sends what was recorded.
 */
export function createTraceMask(maskServerSecrets: (text: string) => string, values: readonly unknown[]): TraceMask {
  const maskFound = createSecretMask(values.flatMap((value) => [...listSecrets(value, false)]));
  const text = (shown: string) => maskFound(maskServerSecrets(maskFields(shown)));
  const value = (shown: unknown, isSecret = false): unknown => {
    if (typeof shown === "string") return isSecret ? maskedValue : document(shown);
    if (typeof shown === "number" || shown instanceof ExactNumber)
      return isSecret || text(String(shown)) !== String(shown) ? maskedValue : shown;
    if (Array.isArray(shown)) return shown.map((item) => value(item, isSecret));
    if (!isRecord(shown)) return shown;
    const members = Object.entries(shown).map(([name, member]) => [
      text(name),
      value(member, isSecret || secretName.test(name)),
    ]);
    return Object.fromEntries(members);
  };
  /** A text that is JSON stays JSON, and stays as it is if it has no secret. */
  const document = (shown: string): string => {
    const json = readJsonText(shown);
    const masked = json === undefined ? undefined : JSON.stringify(value(json));
    return masked === undefined || masked === JSON.stringify(json) ? text(shown) : masked;
  };
  const body = (captured: CapturedBody): CapturedBody => {
    if (captured.cutFrom !== undefined) return { ...captured, text: text(captured.text).slice(0, shownBody) };
    if (!captured.isBase64) return { text: document(captured.text) };
    return { ...captured, text: recode(text(recode(captured.text, "base64", "latin1")), "latin1", "base64") };
  };
  const headers = (shown: UpstreamExchange["requestHeaders"]) =>
    Object.fromEntries(Object.entries(shown).map(([name, header]) => [name, text(header)]));
  const exchange = (shown: UpstreamExchange): UpstreamExchange => ({
    ...shown,
    url: text(shown.url),
    requestHeaders: headers(shown.requestHeaders),
    responseHeaders: headers(shown.responseHeaders),
    ...(shown.requestBody && { requestBody: body(shown.requestBody) }),
    ...(shown.responseBody && { responseBody: body(shown.responseBody) }),
    ...(shown.error !== undefined && { error: text(shown.error) }),
  });
  return { value, text, exchange };
}

const recode = (text: string, from: BufferEncoding, to: BufferEncoding) => Buffer.from(text, from).toString(to);

const isSecretField = (name: string) => [...new URLSearchParams(`${name}=`).keys()].some((key) => secretName.test(key));

/** Masks what a text itself names as a secret: the fields of forms and URLs, and credentials of headers. */
const maskFields = (text: string) =>
  text
    .replace(formField, (field, start: string, name: string) =>
      isSecretField(name) ? `${start}${name}=${maskedValue}` : field,
    )
    .replace(headerCredential, `$1${maskedValue}`);

/** The value of a text that is a JSON object or list. */
function readJsonText(text: string): unknown {
  return /^\s*[{[]/.test(text) ? tryParseExactJson(text) : undefined;
}

/** Lists texts and numbers whose name says that they are secret, and texts with the form of a key, also in JSON within a text. */
function* listSecrets(value: unknown, isSecret: boolean): Generator<string> {
  if (typeof value === "string") {
    if (isSecret) yield value;
    yield* listSecretTexts(value);
    for (const [, , name = "", field = ""] of value.matchAll(formField))
      if (isSecretField(name)) yield* new URLSearchParams(`value=${field}`).values();
    for (const [, , credential = ""] of value.matchAll(headerCredential)) yield credential;
    const json = readJsonText(value);
    if (json !== undefined) yield* listSecrets(json, isSecret);
  } else if (Array.isArray(value)) {
    for (const item of value) yield* listSecrets(item, isSecret);
  } else if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) yield* listSecrets(member, isSecret || secretName.test(name));
  } else if (isSecret && (typeof value === "number" || value instanceof ExactNumber)) {
    yield String(value);
  }
}
