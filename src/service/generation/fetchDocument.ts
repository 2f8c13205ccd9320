import type { IncomingMessage } from "node:http";
import type { AddressZone } from "../network/addressZone.ts";
import { RefusedAddressError, sendGuardedRequest } from "../network/guardedRequest.ts";
import { readWholeBody } from "../network/readWholeBody.ts";
import { UnusableSourceError } from "./unusableSourceError.ts";

const fetchLimits = { bytes: 32 * 1024 * 1024, timeoutMs: 30_000, redirects: 5 } as const;

/**
 * The text behind a URL that the caller named. Public, private and loopback addresses are all fetched, because the
 * caller works on this machine and could read them as well; link-local ones (metadata services) never are, and a
 * redirect may not lead further inside than where it came from. The address that was checked is the one connected to.
 * No credentials are sent, none are kept.
 */
export async function fetchDocument(url: string, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(fetchLimits.timeoutMs);
  try {
    return await follow(new URL(url), AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted || error instanceof UnusableSourceError) throw error;
    if (error instanceof RefusedAddressError) throw new UnusableSourceError(error.message, [], error);
    const seconds = fetchLimits.timeoutMs / 1000;
    const reason = timeout.aborted
      ? `no answer within ${seconds} s`
      : String(error instanceof Error ? error.message : error);
    throw new UnusableSourceError(`${url} could not be fetched: ${reason}.`, [], error);
  }
}

const headers = {
  Accept: "application/json, application/yaml, text/yaml, */*;q=0.5",
  "Accept-Encoding": "identity",
  "User-Agent": "fairlead",
};

async function follow(start: URL, signal: AbortSignal): Promise<string> {
  let url = start;
  let from: AddressZone | undefined;
  for (let hops = 0; hops <= fetchLimits.redirects; hops += 1) {
    const { response, zone } = await sendGuardedRequest({ url, method: "GET", headers, from, signal });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return await read(response, signal);
    response.destroy();
    const location = response.headers.location;
    if (status < 300 || status >= 400 || location === undefined) {
      throw new UnusableSourceError(`${start} answered ${status}.`);
    }
    url = new URL(location, url);
    from = zone;
    checkUrl(url);
  }
  throw new UnusableSourceError(`${start} redirects more than ${fetchLimits.redirects} times.`);
}

function checkUrl(url: URL): void {
  if (!/^https?:$/.test(url.protocol))
    throw new UnusableSourceError(`${url.protocol} is not fetched, only http and https.`);
  if (url.username !== "" || url.password !== "")
    throw new UnusableSourceError("A URL with a password is not fetched.");
}

async function read(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const limit = fetchLimits.bytes;
  const tooLarge = () => new UnusableSourceError(`The document has more than ${limit} bytes.`);
  const bytes = await readWholeBody(response, { limit, tooLarge, signal });
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}
