import { isRecord } from "../../../../text/record.ts";
import { ModelFailure } from "./modelFailure.ts";

/** The body was longer than allowed; the rest was not read. */
class ResponseTooLongError extends Error {
  override readonly name = "ResponseTooLongError";
}

/** The text of an answer, counted after decompression. */
async function readBoundedText(response: Response, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  // Leaving the loop ends the transfer.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new ResponseTooLongError(`The body has more than ${mostBytes} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export interface PostJsonLimits {
  readonly answerMs: number;
  readonly mostBytes: number;
}

export interface PostJsonTarget extends PostJsonLimits {
  readonly url: URL;
  readonly key: string | undefined;
  /** How messages name it. */
  readonly who: string;
  readonly mask: (text: string) => string;
}

export interface PostJsonResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Sends JSON once; throws `ModelFailure` where no answer came, or the reason of the signal. */
export async function postJson(to: PostJsonTarget, body: object, signal: AbortSignal): Promise<PostJsonResponse> {
  signal.throwIfAborted();
  const { url, key, who, mask, answerMs, mostBytes } = to;
  const limit = AbortSignal.timeout(answerMs);
  const bearer = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...bearer },
      body: JSON.stringify(body),
      // A key does not follow to where an answer points.
      redirect: "manual",
      signal: AbortSignal.any([signal, limit]),
    });
    const text = await readBoundedText(response, mostBytes);
    return { status: response.status, retryAfter: response.headers.get("retry-after"), text };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (limit.aborted) throw new ModelFailure(`${who} did not answer within ${answerMs / 1000} s. Try again later.`);
    // The cause is not passed on: it may hold what was sent.
    throw new ModelFailure(`${who} gave no answer: ${mask(transportWords(error, mostBytes))}`);
  }
}

function transportWords(error: unknown, mostBytes: number): string {
  if (error instanceof ResponseTooLongError) return `what it sent is longer than ${mostBytes / 1024} kB.`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = isRecord(cause) && "code" in cause ? String(cause.code) : undefined;
  const why = code ?? (cause instanceof Error ? cause.message : String(cause));
  return `it cannot be reached (${why}). Check its URL, and that it runs.`;
}
