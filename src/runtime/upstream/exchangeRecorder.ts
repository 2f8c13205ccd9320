import { STATUS_CODES } from "node:http";
import { type CapturedBody, longestCapturedBody, type RecordedAnswer } from "../../contract/mcp/upstreamExchange.ts";
import { ToolError } from "../tools/codeTool.ts";
import type { ExchangeMask } from "./exchangeMask.ts";
import { findRecordedAnswer } from "./findRecordedAnswer.ts";
import type { UpstreamResponse } from "./sendUpstreamRequest.ts";
import type { UpstreamCapture } from "./upstreamCapture.ts";
import type { UpstreamRequest } from "./upstreamRequest.ts";

/** Records the exchanges of one request, and answers it from the recording if there is one. */
export interface ExchangeRecorder {
  record(request: UpstreamRequest, outcome: ExchangeOutcome, startedAt: number): void;
  /** Returns the recorded response; undefined: the request is to be sent. */
  replay(request: UpstreamRequest): UpstreamResponse | undefined;
}

type ExchangeOutcome = Pick<UpstreamResponse, "status" | "headers" | "bytes"> | { readonly error: string };

export function createExchangeRecorder(capture: UpstreamCapture, mask: ExchangeMask): ExchangeRecorder {
  return {
    record: (request, outcome, startedAt) => {
      const ms = Math.round(performance.now() - startedAt);
      capture.exchanges.push({ ...describeRequest(request, mask), ...describeOutcome(outcome, mask), ms });
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
  if ("error" in outcome) return { responseHeaders: {}, error: mask.text(outcome.error) };
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
