import { createDocumentHeaders, FetchTextError, limitFetch, readText } from "../fetchText.ts";

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
