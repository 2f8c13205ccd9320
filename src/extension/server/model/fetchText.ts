import * as l10n from "@vscode/l10n";
import { readFetchFailure } from "../../base/failure.ts";

/** A document could not be downloaded. */
export class FetchTextError extends Error {
  override readonly name = "FetchTextError";
}

const longestMs = 30_000;
const mostBytes = 32 * 2 ** 20;

/** Downloads a text with the editor's `fetch`, which uses its proxy. */
export async function fetchText(url: string, signal: AbortSignal, userAgent?: string): Promise<string> {
  return limitFetch(url, signal, async (limited) =>
    readText(url, await fetch(url, { signal: limited, headers: createDocumentHeaders(userAgent) })),
  );
}

export const createDocumentHeaders = (userAgent: string | undefined) => ({
  accept: "application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1",
  ...(userAgent !== undefined && { "user-agent": userAgent }),
});

/** Ends what lasts too long; a failure names the URL. */
export async function limitFetch<T>(
  url: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(longestMs);
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (cause) {
    if (signal.aborted || cause instanceof FetchTextError) throw cause;
    const reason = limit.aborted ? l10n.t`it did not answer within ${longestMs / 1000} s` : readFetchFailure(cause);
    throw new FetchTextError(l10n.t`${url} could not be fetched: ${reason}. Check the URL and your network.`, {
      cause,
    });
  }
}

/** The text of a successful response. */
export async function readText(url: string, response: Response): Promise<string> {
  if (!response.ok) throw new FetchTextError(l10n.t`${url} answers ${response.status} ${response.statusText}.`.trim());
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new FetchTextError(l10n.t`${url} is larger than ${mostBytes / 2 ** 20} MB.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
