import { fetchLimited, readBytes } from "../../base/fetchLimited.ts";

const longestMs = 30_000;
const mostBytes = 32 * 2 ** 20;

/** Downloads a text that the user asked for. */
export async function fetchText(url: string, signal: AbortSignal, userAgent?: string): Promise<string> {
  const request = { signal, longestMs, headers: createDocumentHeaders(userAgent), followsAll: true };
  return fetchLimited(url, request, (response) => readText(url, response));
}

const createDocumentHeaders = (userAgent: string | undefined) => ({
  accept: "application/json, application/yaml, text/yaml, text/plain;q=0.9, */*;q=0.1",
  ...(userAgent !== undefined && { "user-agent": userAgent }),
});

const readText = async (url: string, response: Response) =>
  new TextDecoder().decode(await readBytes(url, response, mostBytes));

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

/** Downloads a text if it changed. */
export function createFetchChangedText(userAgent?: string): FetchChangedText {
  return (url, known, signal) => {
    const headers = {
      ...createDocumentHeaders(userAgent),
      ...(known?.etag && { "if-none-match": known.etag }),
      ...(known?.lastModified && { "if-modified-since": known.lastModified }),
    };
    return fetchLimited(url, { signal, longestMs, headers }, async (response) => {
      if (known && response.status === 304) return undefined;
      const { headers: received } = response;
      const validators = { etag: received.get("etag"), lastModified: received.get("last-modified") };
      return { text: await readText(url, response), validators };
    });
  };
}
