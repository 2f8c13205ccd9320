import * as l10n from "@vscode/l10n";
import { readFetchFailure } from "../../base/failure.ts";

/** A document could not be downloaded. */
class FetchTextError extends Error {
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

const createDocumentHeaders = (userAgent: string | undefined) => ({
  accept: "application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1",
  ...(userAgent !== undefined && { "user-agent": userAgent }),
});

/** Ends what lasts too long; a failure names the URL. */
async function limitFetch<T>(url: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
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
async function readText(url: string, response: Response): Promise<string> {
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

/** What a server says about a text, so that it need not send the text again (RFC 9110). */
export interface TextValidators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** undefined: the text is the one of the validators. */
export type FetchChangedText = (
  url: string,
  known: TextValidators | undefined,
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly validators: TextValidators } | undefined>;

const mostRedirects = 5;

/** Downloads a text if it changed. A redirect to another host fails, because the user named only the host of the URL. */
export function createFetchChangedText(userAgent?: string): FetchChangedText {
  return (url, known, signal) =>
    limitFetch(url, signal, async (limited) => {
      const headers = {
        ...createDocumentHeaders(userAgent),
        ...(known?.etag && { "if-none-match": known.etag }),
        ...(known?.lastModified && { "if-modified-since": known.lastModified }),
      };
      const response = await fetchFromHost(url, { signal: limited, headers });
      if (known && response.status === 304) return undefined;
      const text = await readText(url, response);
      const { headers: received } = response;
      return { text, validators: { etag: received.get("etag"), lastModified: received.get("last-modified") } };
    });
}

async function fetchFromHost(url: string, options: RequestInit): Promise<Response> {
  let current = new URL(url);
  for (let count = 0; count <= mostRedirects; count += 1) {
    const response = await fetch(current, { ...options, redirect: "manual" });
    const location = response.status === 304 ? null : response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    const target = new URL(location, current);
    if (target.host !== current.host) throw new FetchTextError(`${current.host} redirects to ${target.host}.`);
    current = target;
  }
  throw new FetchTextError(`${current.host} redirects too often.`);
}
