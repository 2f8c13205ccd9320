import * as l10n from "@vscode/l10n";
import { SkillSourceError } from "./skillSource.ts";

/** Downloads bytes with the editor's `fetch`, which uses its proxy; undefined: there is nothing at the address. */
export type FetchSourceBytes = (url: string, most: number, signal: AbortSignal) => Promise<Uint8Array | undefined>;

/** What is at the address is larger than was allowed. */
export class LargeResponseError extends SkillSourceError {}

const mostRedirects = 5;
const longestMs = 60_000;

/** A redirect to another origin fails, because the user named only the origin of the address. */
export function createFetchSourceBytes(userAgent: string): FetchSourceBytes {
  return async (url, most, signal) => {
    const limit = AbortSignal.timeout(longestMs);
    const options = { signal: AbortSignal.any([signal, limit]), headers: { accept: "*/*", "user-agent": userAgent } };
    try {
      const response = await fetchFromOrigin(url, options);
      if (response.status === 404 || response.status === 410) return undefined;
      if (!response.ok) throw new SkillSourceError(l10n.t`${url} answers ${response.status} ${response.statusText}.`);
      return await readBytes(url, response, most);
    } catch (cause) {
      if (signal.aborted || cause instanceof SkillSourceError) throw cause;
      const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
      const reason = limit.aborted
        ? l10n.t`it did not answer within ${longestMs / 1000} s`
        : inner instanceof Error
          ? inner.message
          : String(inner);
      throw new SkillSourceError(l10n.t`${url} could not be fetched: ${reason}. Check the address and your network.`, {
        cause,
      });
    }
  };
}

async function fetchFromOrigin(url: string, options: RequestInit): Promise<Response> {
  let current = new URL(url);
  for (let count = 0; count <= mostRedirects; count += 1) {
    const response = await fetch(current, { ...options, redirect: "manual" });
    const location = response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const target = new URL(location, current);
    if (target.origin !== current.origin)
      throw new SkillSourceError(
        l10n.t`${current.origin} points to ${target.origin}, which was not asked. Enter its address, if you trust it.`,
      );
    current = target;
  }
  throw new SkillSourceError(l10n.t`${current.origin} points from one address to another without an end.`);
}

async function readBytes(url: string, response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new LargeResponseError(l10n.t`${url} is larger than ${Math.round(most / 2 ** 20)} MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
