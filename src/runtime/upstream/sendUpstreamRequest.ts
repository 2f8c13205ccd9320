import { formatUnreachedApi } from "../../text/hosts/unreachedApi.ts";
import { describeFetchFailure } from "../http/describeFetchFailure.ts";
import { isStreamMediaType } from "../http/mediaTypes.ts";
import { ToolError } from "../tools/codeTool.ts";
import { UpstreamError } from "./upstreamError.ts";
import type { UpstreamRequest } from "./upstreamRequest.ts";

/** A response of the upstream. */
export interface UpstreamResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** The limit at which a stream was still open, such as `30 s`; undefined for a complete response. */
  readonly openAfter?: string;
}

interface SendLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** The body of the response is not read. */
  readonly statusOnly?: boolean;
}

const mostRedirects = 5;

/** Sends a request within limits of time and size, which end a stream and reject any other response. Follows redirects only within the request's origin. */
export async function sendUpstreamRequest(request: UpstreamRequest, limits: SendLimits): Promise<UpstreamResponse> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = AbortSignal.any([limits.signal, timeout]);
  try {
    let next = request;
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(next.url, createFetchOptions(next, signal));
      const target = readRedirectTarget(response, next.url);
      if (!target) return await readResponse(response, next.url, limits, timeout);
      await response.body?.cancel();
      if (redirects === mostRedirects)
        throw new ToolError(
          `${request.url.host} redirected more than ${mostRedirects} times; the last one was to ${formatUrl(target)}.`,
        );
      next = createRedirectedRequest(next, response.status, target);
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    limits.signal.throwIfAborted();
    const { origin } = request.url;
    if (timeout.aborted)
      throw new UpstreamError(
        "timeout",
        `${origin} did not answer within ${limits.timeoutMs / 1000} s. Ask for less, or try again later.`,
        error,
      );
    throw new UpstreamError("unreachable", formatUnreachedApi(origin, describeFetchFailure(error)), error);
  }
}

function createFetchOptions({ method, headers, body }: UpstreamRequest, signal: AbortSignal): RequestInit {
  const content = body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) };
  return { method, headers, redirect: "manual", signal, ...content };
}

function readRedirectTarget(response: Response, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get("Location");
  return (location && URL.parse(location, from.href)) || undefined;
}

/** Rejects a redirect that would send the credential to another host or repeat a change at another address. */
function createRedirectedRequest(request: UpstreamRequest, status: number, target: URL): UpstreamRequest {
  if (target.origin !== request.url.origin)
    throw new ToolError(
      `${request.url.host} answered ${status} and pointed to ${formatUrl(target)}, another host. This server does not follow it, so that its ` +
        "credential stays with the API. Fetch that address yourself if you need it; if the whole API has moved, set API_BASE_URL.",
    );
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead || status === 307 || status === 308) return { ...request, url: target };
  if (status === 303) {
    const headers = new Headers(request.headers);
    headers.delete("Content-Type");
    return { method: "GET", url: target, headers, body: undefined };
  }
  throw new ToolError(
    `${request.method} was answered ${status}: it points to ${formatUrl(target)}, where this server sends no change again. The call may have ` +
      "taken effect: read what it changes before you repeat it.",
  );
}

async function readResponse(
  response: Response,
  url: URL,
  { maxBytes, timeoutMs, signal, statusOnly }: SendLimits,
  timeout: AbortSignal,
): Promise<UpstreamResponse> {
  const { status, statusText, headers } = response;
  if (statusOnly) {
    await response.body?.cancel();
    return { status, statusText, headers, bytes: new Uint8Array() };
  }
  const isStream = isStreamMediaType(headers.get("Content-Type") ?? "");
  const chunks: Uint8Array[] = [];
  const endStream = (limit: string): UpstreamResponse => ({
    status,
    statusText,
    headers,
    openAfter: limit,
    bytes: cutAfterLastLine(Buffer.concat(chunks)),
  });
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop cancels the response.
      if (size > maxBytes && isStream) return endStream(`${maxBytes} bytes`);
      if (size > maxBytes)
        throw new ToolError(
          `${url.host} answered ${status} with more than ${maxBytes} bytes, which is the limit (UPSTREAM_MAX_BYTES). ` +
            "Ask for less: a filter, a smaller page, fewer fields.",
        );
      chunks.push(chunk);
    }
  } catch (error) {
    if (isStream && timeout.aborted && !signal.aborted) return endStream(`${timeoutMs / 1000} s`);
    throw error;
  }
  return { status, statusText, headers, bytes: Buffer.concat(chunks) };
}

/** Half a line is not to be read, and could hold half of a credential. */
function cutAfterLastLine(bytes: Buffer): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
}

/** Omits the query, which may contain a key or a signature. */
const formatUrl = (url: URL) => `${url.origin}${url.pathname}`;
