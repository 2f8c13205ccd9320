import { isIP, isIPv6 } from "node:net";
import { readIpv6Groups } from "../network/addressZone.ts";

/**
 * The address that a request comes from. A trusted proxy appends the address that it was called from to `X-Forwarded-For`, and so does
 * each proxy before it, so the header is read from its end up to the first address that is not a trusted proxy. What stands before
 * that address can be made up. "" without a connection.
 */
export function findClientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let client = peer;
  for (const hop of (forwardedFor ?? "").split(",").reverse()) {
    const address = readAddress(hop.trim());
    if (address === undefined || !isTrusted(client)) return client;
    client = address;
  }
  return client;
}

/** Some proxies add the port. */
function readAddress(hop: string): string | undefined {
  const [, address = hop] = /^\[([^\]]+)\](?::\d+)?$/.exec(hop) ?? /^([\d.]+):\d+$/.exec(hop) ?? [];
  return isIP(address) === 0 ? undefined : unwrapAddress(address);
}

/** An IPv4 address without its IPv6 form. */
export function unwrapAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** What one client has to itself, for limits: an address, or of IPv6 its first 64 bits, in which it chooses its addresses. */
export function findClientNetwork(address: string): string {
  return isIPv6(address) ? readIpv6Groups(address).slice(0, 4).join(":") : address;
}
