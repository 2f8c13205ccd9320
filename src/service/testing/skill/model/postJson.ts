import { isRecord } from "../../../../text/record.ts";
import { ModelFailure } from "./modelFailure.ts";

/** Thrown when the body is longer than allowed. The rest is not read. */
class ResponseTooLongError extends Error {
  override readonly name = "ResponseTooLongError";
}

/** Reads the text of a response. The limit applies after decompression. */
async function readBoundedText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  // Leaving the loop ends the transfer.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ResponseTooLongError(`The body has more than ${maxBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export interface PostJsonLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export interface PostJsonTarget extends PostJsonLimits {
  readonly url: URL;
  readonly key: string | undefined;
  /** The model's name in messages. */
  readonly label: string;
  readonly mask: (text: string) => string;
}

export interface PostJsonResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Sends JSON once. Throws `ModelFailure` without a response, or the reason of the signal. */
export async function postJson(target: PostJsonTarget, body: object, signal: AbortSignal): Promise<PostJsonResponse> {
  signal.throwIfAborted();
  const { url, key, label, mask, timeoutMs, maxBytes } = target;
  const timeout = AbortSignal.timeout(timeoutMs);
  const bearer = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...bearer },
      body: JSON.stringify(body),
      // Redirects are not followed, because the key must not be sent to another host.
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = await readBoundedText(response, maxBytes);
    return { status: response.status, retryAfter: response.headers.get("retry-after"), text };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.aborted)
      throw new ModelFailure(`${label} did not respond within ${timeoutMs / 1000} s. Try again later.`);
    // The error is not passed on as the cause, because it may contain the request.
    throw new ModelFailure(`${label} sent no response: ${mask(describeTransportFailure(error, maxBytes))}`);
  }
}

function describeTransportFailure(error: unknown, maxBytes: number): string {
  if (error instanceof ResponseTooLongError) return `the response is longer than ${maxBytes / 1024} kB.`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = isRecord(cause) && "code" in cause ? String(cause.code) : undefined;
  const reason = code ?? (cause instanceof Error ? cause.message : String(cause));
  return `it cannot be reached (${reason}). Check its URL, and whether it is running.`;
}
