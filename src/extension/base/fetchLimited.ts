import * as l10n from "@vscode/l10n";
import { joinWords } from "../../text/joinWords.ts";
import { CommandError, readFetchFailure } from "./failure.ts";

/** What is at the address is larger than was allowed. */
export class LargeResponseError extends CommandError {}

interface LimitedRequest {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
  readonly longestMs: number;
  /** Whether a redirect may lead anywhere; by default one to another host fails, because the user named only the host of the address. */
  readonly followsAll?: boolean;
}

const mostRedirects = 5;

/** Downloads with the editor's `fetch`, which uses its proxy. Ends what lasts too long; a failure names the address. */
export async function fetchLimited<T>(
  url: string,
  { signal, longestMs, headers, followsAll = false }: LimitedRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(longestMs);
  const options = { signal: AbortSignal.any([signal, limit]), headers };
  try {
    return await read(await (followsAll ? fetch(url, options) : fetchFromHost(url, options)));
  } catch (cause) {
    if (signal.aborted || cause instanceof CommandError) throw cause;
    const reason = limit.aborted ? l10n.t`it did not answer within ${longestMs / 1000} s` : readFetchFailure(cause);
    const message = l10n.t`${url} could not be fetched: ${reason}. Check the address and your network.`;
    throw new CommandError(message, { cause });
  }
}

/** The same host may answer by HTTPS in place of HTTP, and not the other way round. */
async function fetchFromHost(url: string, options: RequestInit): Promise<Response> {
  let current = new URL(url);
  for (let count = 0; count <= mostRedirects; count += 1) {
    const response = await fetch(current, { ...options, redirect: "manual" });
    const location = response.status === 304 ? null : response.headers.get("location");
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const target = new URL(location, current);
    if (target.host !== current.host || (current.protocol === "https:" && target.protocol !== "https:"))
      throw new CommandError(
        l10n.t`${current.origin} points to ${target.origin}, which was not asked. Enter its address, if you trust it.`,
      );
    current = target;
  }
  throw new CommandError(l10n.t`${current.origin} points from one address to another without an end.`);
}

/** The bytes of a successful response, at most so many. */
export async function readBytes(url: string, response: Response, most: number): Promise<Buffer> {
  if (!response.ok)
    throw new CommandError(l10n.t`${url} answers ${joinWords(String(response.status), response.statusText)}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new LargeResponseError(l10n.t`${url} is larger than ${Math.round(most / 2 ** 20)} MiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
