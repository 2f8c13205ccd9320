import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { type AddressZone, getReachedZone, isCloserZone } from "./addressZone.ts";

/** Thrown before a request is sent to an address that is not allowed. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

interface GuardedRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream needs its length in the headers. */
  readonly body?: string | Readable;
  /** The zone that the URL came from, or `undefined` if the user provided it. The request must not lead further inside. */
  readonly from: AddressZone | undefined;
  /** Runs before the request is sent and may throw. */
  readonly check?: (zone: AddressZone) => void;
  /** How long the connection may be idle, also while the response is read. */
  readonly idleMs?: number;
  readonly signal: AbortSignal;
}

interface GuardedResponse {
  readonly response: IncomingMessage;
  /** The zone of the address that responded. */
  readonly zone: AddressZone;
}

/**
 * Sends a request if its host's address is allowed, and connects to the address that was checked. Link-local addresses
 * (metadata services) are never allowed. The caller follows redirects.
 */
export async function sendGuardedRequest(guardedRequest: GuardedRequest): Promise<GuardedResponse> {
  const { url, method, headers, body, from, idleMs, signal } = guardedRequest;
  const { promise, resolve, reject } = Promise.withResolvers<GuardedResponse>();
  let zone: AddressZone | undefined;
  const check = (address: string): void => {
    const addressZone = getReachedZone(address);
    if (addressZone === "never") throw new RefusedAddressError(`The address of ${url.host} is not allowed.`);
    if (from !== undefined && isCloserZone(from, addressZone))
      throw new RefusedAddressError(`${url.host} is further inside the network than the host that its URL comes from.`);
    guardedRequest.check?.(addressZone);
    zone = addressZone;
  };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host)) check(host);
  const send = url.protocol === "https:" ? (await import("node:https")).request : request;
  const timeout = idleMs !== undefined && { timeout: idleMs };
  const options = { method, signal, headers: { ...headers }, agent: false, lookup: createCheckedLookup(check) };
  const sent = send(url, { ...options, ...timeout })
    .once("response", (response) => resolve({ response, zone: zone ?? "public" }))
    .once("error", reject)
    .once("timeout", () => sent.destroy(new Error("the connection was idle for too long")))
    // A server that switches protocols causes neither a response nor an error.
    .once("close", () => reject(new Error("the connection was closed without a response")));
  if (body instanceof Readable) streamBody(body, sent);
  else sent.end(body);
  return promise;
}

/** The server may respond before it has read everything. */
function streamBody(body: Readable, sent: ClientRequest): void {
  body.once("error", (error) => sent.destroy(error)).pipe(sent);
  sent.once("close", () => body.destroy());
}

/** Returns the current zone of a host, or `public` if the host is unknown. */
export function resolveHostZone(hostname: string): Promise<AddressZone> {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host)) return Promise.resolve(getReachedZone(host));
  return new Promise((resolve) =>
    lookup(host, (error, address) => resolve(error || !address ? "public" : getReachedZone(address))),
  );
}

/** Resolves a name to all of its addresses, as `lookup` of Node. */
export type ResolveAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** Resolves a host's addresses and checks the first. `check` throws if the address is not allowed. */
export function createCheckedLookup(check: (address: string) => void, resolve: ResolveAll = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), "", 0);
      try {
        check(first.address);
      } catch (failure) {
        return callback(failure instanceof Error ? failure : new Error(String(failure)), "", 0);
      }
      // Node tries the addresses in order: `localhost` may resolve to ::1 first while the server listens on 127.0.0.1 only.
      if (options.all) callback(null, filterSameZone(first, addresses));
      else callback(null, first.address, first.family);
    });
  };
}

/** Returns the addresses in the same zone as the checked one. */
function filterSameZone(checked: LookupAddress, addresses: readonly LookupAddress[]): LookupAddress[] {
  return addresses.filter(({ address }) => getReachedZone(address) === getReachedZone(checked.address));
}

interface GuardedDownload {
  readonly headers: Readonly<Record<string, string>>;
  /** The zone that the URL came from, or `undefined` if it may lead everywhere. */
  readonly from: AddressZone | undefined;
  /** Runs before each request and may throw. */
  readonly check?: (url: URL, zone: AddressZone) => void;
  readonly signal: AbortSignal;
}

const maxRedirects = 5;

/** The URL did not lead to a successful response; the message has the reason. */
export class DownloadError extends Error {
  override readonly name = "DownloadError";
}

/** Requests a URL and follows redirects, which must not lead from an outer to an inner network. It sends no credentials. */
export async function openDownload(start: URL, options: GuardedDownload): Promise<IncomingMessage> {
  const { headers, check, signal } = options;
  let url = start;
  let { from } = options;
  for (let hops = 0; hops <= maxRedirects; hops += 1) {
    const current = url;
    const { response, zone } = await sendGuardedRequest({
      url,
      method: "GET",
      headers: { ...headers, "User-Agent": "fairlead" },
      from,
      signal,
      check: (found) => check?.(current, found),
    });
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return response;
    response.destroy();
    const location = response.headers.location;
    if (status < 300 || status >= 400 || location === undefined)
      throw new DownloadError(`${start} answered ${status}.`);
    url = new URL(location, url);
    from = zone;
    checkUrl(url);
  }
  throw new DownloadError(`${start} redirects more than ${maxRedirects} times.`);
}

function checkUrl(url: URL): void {
  if (!/^https?:$/.test(url.protocol))
    throw new DownloadError(`${url.protocol} URLs cannot be fetched. Use http or https.`);
  if (url.username !== "" || url.password !== "")
    throw new DownloadError("A URL with a password cannot be fetched. Remove the user name and password.");
}
