import { describeNetworkFailure } from "../http/networkFailure.ts";
import { ToolError } from "../tools/codeTool.ts";
import type { UpstreamRequest } from "./upstreamRequest.ts";

/** What the upstream answered, read whole. */
export interface UpstreamResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

interface SendLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

const mostRedirects = 5;

/** Sends a request and reads its answer, within limits of time and size, never to another origin than the request's own. */
export async function sendUpstreamRequest(request: UpstreamRequest, limits: SendLimits): Promise<UpstreamResponse> {
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = AbortSignal.any([limits.signal, timeout]);
  try {
    let next = request;
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(next.url, fetchOptions(next, signal));
      const target = redirectTarget(response, next.url);
      if (!target) return await readAnswer(response, next.url, limits.maxBytes);
      await response.body?.cancel();
      if (redirects === mostRedirects)
        throw new ToolError(
          `${request.url.host} redirected more than ${mostRedirects} times; the last one was to ${shown(target)}.`,
        );
      next = redirected(next, response.status, target);
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    limits.signal.throwIfAborted();
    const { host } = request.url;
    if (timeout.aborted)
      throw new ToolError(
        `${host} did not answer within ${limits.timeoutMs / 1000} s. Ask for less, or try again later.`,
        error,
      );
    throw new ToolError(`${host} could not be reached: ${describeNetworkFailure(error)}.`, error);
  }
}

function fetchOptions({ method, headers, body }: UpstreamRequest, signal: AbortSignal): RequestInit {
  const content = body === undefined ? {} : { body: typeof body === "string" ? body : new Uint8Array(body) };
  return { method, headers, redirect: "manual", signal, ...content };
}

function redirectTarget(response: Response, from: URL): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get("Location");
  return (location && URL.parse(location, from.href)) || undefined;
}

/** The credential goes nowhere but to the API itself, and a changing request is not repeated as another one. */
function redirected(request: UpstreamRequest, status: number, target: URL): UpstreamRequest {
  if (target.origin !== request.url.origin)
    throw new ToolError(
      `${request.url.host} answered ${status} and pointed to ${shown(target)}, another host. This server does not follow it, so that its ` +
        "credential stays with the API. Fetch that address yourself if you need it; if the whole API has moved, set API_BASE_URL.",
    );
  const reading = request.method === "GET" || request.method === "HEAD";
  if (reading || status === 307 || status === 308) return { ...request, url: target };
  if (status === 303) {
    const headers = new Headers(request.headers);
    headers.delete("Content-Type");
    return { method: "GET", url: target, headers, body: undefined };
  }
  throw new ToolError(
    `${request.method} was answered ${status}: the resource is now at ${shown(target)}. Nothing was changed.`,
  );
}

async function readAnswer(response: Response, url: URL, maxBytes: number): Promise<UpstreamResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (size > maxBytes)
      throw new ToolError(
        `${url.host} answered ${response.status} with more than ${maxBytes} bytes, which is the limit (UPSTREAM_MAX_BYTES). ` +
          "Ask for less: a filter, a smaller page, fewer fields.",
      );
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return { status, statusText, headers, bytes: Buffer.concat(chunks) };
}

/** Without the query, which may hold a key of ours or a signature. */
const shown = (url: URL) => `${url.origin}${url.pathname}`;
