import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { type IncomingMessage, request } from "node:http";
import { isIP, type LookupFunction } from "node:net";
import { type AddressZone, getAddressZone, isCloserZone } from "./addressZone.ts";

/** Thrown before anything is sent: the address a host stands for is not one that may be reached from here. */
export class RefusedAddressError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RefusedAddressError";
  }
}

interface GuardedRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Where the address was found, if not with the person who asks: it may not lead further inside. */
  readonly from: AddressZone | undefined;
  /** May throw: asked before anything is sent. */
  readonly check?: (zone: AddressZone) => void;
  readonly signal: AbortSignal;
}

interface GuardedAnswer {
  readonly response: IncomingMessage;
  /** Of the address that answered. */
  readonly zone: AddressZone;
}

/**
 * Sends a request, if the address its host stands for may be reached; the address that was checked is the one connected to.
 * Link-local ones (metadata services) never are. Redirects are the caller's to follow.
 */
export async function sendGuardedRequest(order: GuardedRequest): Promise<GuardedAnswer> {
  const { url, method, headers, body, from, signal } = order;
  const { promise, resolve, reject } = Promise.withResolvers<GuardedAnswer>();
  let zone: AddressZone | undefined;
  const check = (address: string): void => {
    const found = getAddressZone(address);
    if (found === "never") throw new RefusedAddressError(`${url.host} is an address that is never fetched.`);
    if (from !== undefined && isCloserZone(from, found))
      throw new RefusedAddressError(`${url.host} lies further inside a network than where its address comes from.`);
    order.check?.(found);
    zone = found;
  };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host)) check(host);
  const send = url.protocol === "https:" ? (await import("node:https")).request : request;
  send(url, { method, signal, headers: { ...headers }, agent: false, lookup: createCheckedLookup(check) })
    .once("response", (response) => resolve({ response, zone: zone ?? "public" }))
    .once("error", reject)
    // Without an answer and without an error: a server that switches protocols.
    .once("close", () => reject(new Error("the connection was closed without an answer")))
    .end(body);
  return promise;
}

/** How far away a host is right now; public where nobody knows it. */
export function resolveHostZone(hostname: string): Promise<AddressZone> {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host)) return Promise.resolve(getAddressZone(host));
  return new Promise((resolve) =>
    lookup(host, (error, address) => resolve(error || !address ? "public" : getAddressZone(address))),
  );
}

type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** Finds a host's addresses, of which the first is checked; `check` throws where it may not be reached. */
export function createCheckedLookup(check: (address: string) => void, resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address`), "", 0);
      try {
        check(first.address);
      } catch (refused) {
        return callback(refused instanceof Error ? refused : new Error(String(refused)), "", 0);
      }
      // Node tries one after the other: `localhost` may be ::1 first, and the server listen on 127.0.0.1 only.
      if (options.all) callback(null, asFarAs(first, addresses));
      else callback(null, first.address, first.family);
    });
  };
}

/** Those of a host's addresses that are as far away as the one that was checked. */
function asFarAs(checked: LookupAddress, addresses: readonly LookupAddress[]): LookupAddress[] {
  return addresses.filter(({ address }) => getAddressZone(address) === getAddressZone(checked.address));
}
