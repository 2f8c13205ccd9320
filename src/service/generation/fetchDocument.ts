import { lookup } from "node:dns";
import * as http from "node:http";
import * as https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { leadsInside, type Zone, zoneOf } from "./addressZone.ts";
import { UnusableSourceError } from "./unusable.ts";

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
    const seconds = fetchLimits.timeoutMs / 1000;
    const reason = timeout.aborted
      ? `no answer within ${seconds} s`
      : String(error instanceof Error ? error.message : error);
    throw new UnusableSourceError(`${url} could not be fetched: ${reason}.`, [], error);
  }
}

async function follow(start: URL, signal: AbortSignal): Promise<string> {
  let url = start;
  let from: Zone | undefined;
  for (let hops = 0; hops <= fetchLimits.redirects; hops += 1) {
    const { response, zone } = await request(url, from, signal);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return await read(response);
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

/** Connects, if the address the host stands for may be reached; `from` is where a redirect came from. */
async function request(url: URL, from: Zone | undefined, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<{ response: http.IncomingMessage; zone: Zone }>();
  let zone: Zone | undefined;
  const check = (address: string): void => {
    zone = zoneOf(address);
    if (zone === "never") throw new UnusableSourceError(`${url.host} is an address that is never fetched.`);
    if (from !== undefined && leadsInside(from, zone)) {
      throw new UnusableSourceError(`The redirect to ${url.host} leads into a private network.`);
    }
  };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host)) check(host);
  const send = url.protocol === "https:" ? https.request : http.request;
  const accept = "application/json, application/yaml, text/yaml, */*;q=0.5";
  const headers = { Accept: accept, "Accept-Encoding": "identity", "User-Agent": "fairlead" };
  send(url, { signal, headers, agent: false, lookup: checkedLookup(check) })
    .once("response", (response) => resolve({ response, zone: zone ?? "public" }))
    .once("error", reject)
    .end();
  return promise;
}

function checkedLookup(check: (address: string) => void): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), "", 0);
      try {
        check(first.address);
      } catch (refused) {
        return callback(refused instanceof Error ? refused : new Error(String(refused)), "", 0);
      }
      if (options.all) callback(null, [first]);
      else callback(null, first.address, first.family);
    });
  };
}

async function read(response: http.IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > fetchLimits.bytes)
      throw new UnusableSourceError(`The document has more than ${fetchLimits.bytes} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}
