import { fetchLimited, readBytes } from "../../../base/fetchLimited.ts";

/** Downloads bytes; undefined: there is nothing at the address. */
export type FetchSourceBytes = (url: string, most: number, signal: AbortSignal) => Promise<Uint8Array | undefined>;

const longestMs = 60_000;

export function createFetchSourceBytes(userAgent: string): FetchSourceBytes {
  return (url, most, signal) => {
    const request = { signal, longestMs, headers: { accept: "*/*", "user-agent": userAgent } };
    return fetchLimited(url, request, async (response) =>
      response.status === 404 || response.status === 410 ? undefined : readBytes(url, response, most),
    );
  };
}
