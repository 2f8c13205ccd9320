import type { IncomingMessage } from "node:http";
import type { AddressZone } from "../network/addressZone.ts";
import { RefusedAddressError, sendGuardedRequest } from "../network/guardedRequest.ts";
import { readWholeBody } from "../network/readWholeBody.ts";
import { UnusableSourceError } from "./unusableSourceError.ts";

const fetchLimits = { bytes: 32 * 1024 * 1024, timeoutMs: 30_000, redirects: 5 } as const;

/**
 * Fetches a document from the user's URL. Public, private and loopback addresses are allowed, because the user works on this
 * machine and can read them anyway. Link-local addresses (metadata services) are not, and a redirect must not lead from an outer
 * to an inner network. The request connects to the address that was checked. It sends and stores no credentials.
 */
export async function fetchDocument(url: string, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(fetchLimits.timeoutMs);
  try {
    return await fetchFollowingRedirects(new URL(url), AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted || error instanceof UnusableSourceError) throw error;
    if (error instanceof RefusedAddressError) throw new UnusableSourceError(error.message, [], error);
    const seconds = fetchLimits.timeoutMs / 1000;
    const reason = timeout.aborted
      ? `no response within ${seconds} s`
      : String(error instanceof Error ? error.message : error);
    throw new UnusableSourceError(`${url} could not be fetched: ${reason}.`, [], error);
  }
}

const headers = {
  Accept: "application/json, application/yaml, text/yaml, */*;q=0.5",
  "Accept-Encoding": "identity",
  "User-Agent": "fairlead",
};

async function fetchFollowingRedirects(start: URL, signal: AbortSignal): Promise<string> {
  let url = start;
  let from: AddressZone | undefined;
  for (let hops = 0; hops <= fetchLimits.redirects; hops += 1) {
    const { response, zone } = await sendGuardedRequest({ url, method: "GET", headers, from, signal });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return await readText(response, signal);
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
    throw new UnusableSourceError(`${url.protocol} URLs cannot be fetched. Use http or https.`);
  if (url.username !== "" || url.password !== "")
    throw new UnusableSourceError("A URL with a password cannot be fetched. Remove the user name and password.");
}

async function readText(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const limit = fetchLimits.bytes;
  const tooLarge = () => new UnusableSourceError(`The document has more than ${limit} bytes.`);
  const bytes = await readWholeBody(response, { limit, tooLarge, signal });
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}
