import { STATUS_CODES } from "node:http";
import {
  type CapturedBody,
  longestCapturedBody,
  maskedValue,
  type RecordedAnswer,
  type UpstreamExchange,
} from "../../contract/mcp/upstreamExchange.ts";
import { isSameJson } from "../../text/number/isSameJson.ts";
import { tryParseExactJson } from "../../text/number/readExactJson.ts";
import { ToolError } from "../tools/codeTool.ts";
import type { ExchangeMask } from "./exchangeMask.ts";
import type { UpstreamResponse } from "./sendUpstreamRequest.ts";
import type { UpstreamCapture } from "./upstreamCapture.ts";
import type { UpstreamRequest } from "./upstreamRequest.ts";

/** Records the exchanges of one request, and answers it from the recording if there is one. */
export interface ExchangeRecorder {
  record(request: UpstreamRequest, outcome: ExchangeOutcome, startedAt: number): void;
  /** Returns the recorded response; undefined: the request is to be sent. */
  replay(request: UpstreamRequest): UpstreamResponse | undefined;
}

type ExchangeOutcome =
  | Pick<UpstreamResponse, "status" | "headers" | "bytes">
  | { readonly error: string; readonly reason?: string };

export function createExchangeRecorder(
  capture: UpstreamCapture,
  mask: ExchangeMask,
  credential: string,
): ExchangeRecorder {
  const sent = credential === "" ? {} : { credential };
  return {
    record: (request, outcome, startedAt) => {
      const ms = Math.round(performance.now() - startedAt);
      capture.exchanges.push({ ...describeRequest(request, mask), ...describeOutcome(outcome, mask), ...sent, ms });
    },
    replay: (request) => {
      if (!capture.recorded) return undefined;
      const described = describeRequest(request, mask);
      const answer = findRecordedAnswer(capture.recorded, described);
      if (answer) return createResponse(answer);
      const { pathname, search } = new URL(described.url);
      const line = `${described.method} ${pathname}${search}`;
      capture.unmatched.push(line);
      throw new ToolError(`Nothing was sent: the recording has no answer for ${line}.`);
    },
  };
}

function createResponse({ status, contentType, responseBody = "", isBase64 }: RecordedAnswer): UpstreamResponse {
  return {
    status,
    statusText: STATUS_CODES[status] ?? "",
    headers: new Headers(contentType === undefined ? {} : { "Content-Type": contentType }),
    bytes: Buffer.from(responseBody, isBase64 ? "base64" : "utf8"),
  };
}

function describeRequest({ method, url, headers, body }: UpstreamRequest, mask: ExchangeMask) {
  // The boundary differs from call to call.
  const boundary = /boundary=([^;]+)/.exec(headers.get("Content-Type") ?? "")?.[1];
  const simplify = (text: string) => (boundary === undefined ? text : text.replaceAll(boundary, "boundary"));
  const shown = Object.entries(mask.headers(headers)).map(([name, value]) => [name, simplify(value)]);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  return {
    method,
    url: mask.url(url),
    requestHeaders: Object.fromEntries(shown),
    ...(bytes && { requestBody: describeBody(bytes, (text) => simplify(mask.text(text))) }),
  };
}

function describeOutcome(outcome: ExchangeOutcome, mask: ExchangeMask) {
  if ("error" in outcome) return { responseHeaders: {}, ...outcome, error: mask.text(outcome.error) };
  const { status, headers, bytes } = outcome;
  return {
    status,
    responseHeaders: mask.headers(headers),
    ...(bytes.byteLength > 0 && { responseBody: describeBody(bytes, mask.text) }),
  };
}

/** Cuts after masking: half of a secret would not be masked. */
function describeBody(bytes: Uint8Array, mask: (text: string) => string): CapturedBody {
  const text = decodeText(bytes);
  const shown = text === undefined ? Buffer.from(mask(Buffer.from(bytes).toString("latin1")), "latin1") : undefined;
  const whole = shown ?? Buffer.from(mask(text ?? ""));
  const isCut = whole.byteLength > longestCapturedBody;
  const kept = isCut ? whole.subarray(0, longestCapturedBody) : whole;
  return {
    ...(text === undefined ? { text: kept.toString("base64"), isBase64: true } : { text: kept.toString("utf8") }),
    ...(isCut && { cutFrom: bytes.byteLength }),
  };
}

/** Returns undefined for bytes that are no UTF-8. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type SentRequest = Pick<UpstreamExchange, "method" | "url" | "requestBody">;

/** Finds the first answer whose request is the same. A masked value represents any, and the order of the query does not matter. */
function findRecordedAnswer(
  recorded: readonly RecordedAnswer[],
  { method, url, requestBody }: SentRequest,
): RecordedAnswer | undefined {
  const sent = new URL(url);
  return recorded.find((answer) => {
    const [path = "", query = ""] = answer.path.split("?");
    return (
      answer.method.toUpperCase() === method &&
      isSameText(path, sent.pathname) &&
      isSameText(normalizeQuery(query), normalizeQuery(sent.search.slice(1))) &&
      (answer.body === undefined || isSameBody(answer.body, requestBody?.text ?? ""))
    );
  });
}

/** Without masked pairs, because a run without credentials sends none. */
function normalizeQuery(query: string): string {
  const pairs = query.split("&").filter((pair) => pair !== "" && !pair.endsWith(`=${maskedValue}`));
  return pairs.sort().join("&");
}

function isSameBody(recorded: string, sent: string): boolean {
  const [a, b] = [tryParseExactJson(recorded), tryParseExactJson(sent)];
  if (a === undefined || b === undefined) return isSameText(recorded, sent);
  // With masked values, the properties are compared in their order.
  return isSameJson(a, b) || isSameText(JSON.stringify(a), JSON.stringify(b));
}

/** Whether the parts between masked values occur in the text in their order. */
function isSameText(recorded: string, sent: string): boolean {
  const [first = "", ...parts] = recorded.split(maskedValue);
  const last = parts.pop();
  if (last === undefined) return recorded === sent;
  if (!sent.startsWith(first) || !sent.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = sent.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= sent.length - last.length;
}
