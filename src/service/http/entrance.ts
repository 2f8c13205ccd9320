import { isIP, isIPv6 } from "node:net";
import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Caller } from "../context.ts";
import { createAddressMatcher, readIpv6Groups } from "../network/addressZone.ts";
import type { HttpEnvironment } from "./httpEnvironment.ts";
import { ServiceProblem } from "./serviceProblem.ts";

/** How other machines reach a service for a team. The service's own machine uses its loopback address as before. */
export interface PublicAddress {
  /** What the service listens on: an address or a name, and a port. */
  readonly host: string;
  readonly port: number;
  /** The origin that clients use. */
  readonly url: string;
  /** PEM files. They are read again when they change, so a renewed certificate needs no restart. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Addresses and networks of proxies that end TLS, and that may send the public name as `X-Forwarded-Host`. */
  readonly trustedProxies: readonly string[];
}

/** Node's own request and response, which the gateway uses, and whether the request came in at the public address. */
export type EntranceBindings = (HttpBindings | Http2Bindings) & {
  readonly isPublic?: boolean;
  /** Who a request in this process is from, which no request from outside can say. */
  readonly inner?: InnerCaller;
};

/** The caller of a request that another part of the service makes, and where that caller's own request comes from. */
export interface InnerCaller {
  readonly caller: Caller;
  readonly clientAddress: string;
  readonly clientNetwork: string;
}

/** Whether a request came in at the public address. */
export function isPublicRequest(c: Context): boolean {
  return readBindings(c).isPublic === true;
}

/**
 * Checks how a request reached the service. `Host` prevents DNS rebinding: a page that resolves its name to the service still sends
 * that name. `Origin` excludes web pages of other origins; the service sends no CORS headers. Without TLS of its own the public
 * address answers to trusted proxies only. Finds out the client's address, which only they can say.
 */
export function createEntranceCheck(
  localUrl: () => string,
  address: PublicAddress | undefined,
): MiddlewareHandler<HttpEnvironment> {
  const isTrusted = address ? createAddressMatcher(address.trustedProxies) : () => false;
  const publicNames = address && createOwnNames([address.url]);
  let localNames: OwnNames | undefined;
  return async (c, next) => {
    const { inner } = readBindings(c);
    if (inner) {
      c.set("clientAddress", inner.clientAddress);
      c.set("clientNetwork", inner.clientNetwork);
      return next();
    }
    const isPublic = isPublicRequest(c);
    const peer = readPeer(c);
    const isProxied = isPublic && isTrusted(peer);
    const forwardedFor = isProxied ? c.req.header("X-Forwarded-For") : undefined;
    const clientAddress = findClientAddress(peer, forwardedFor, isTrusted);
    c.set("clientAddress", clientAddress);
    c.set("clientNetwork", findClientNetwork(clientAddress));
    if (isPublic && !address?.tls && !isProxied)
      throw new ServiceProblem("forbidden", `Connect to ${address?.url}, not directly to the service behind it.`);
    // The port of the loopback address is known once the service listens.
    localNames ??= createOwnNames(listLoopbackOrigins(localUrl()));
    const names = isPublic && publicNames ? publicNames : localNames;
    const forwardedHost = isProxied ? c.req.header("X-Forwarded-Host") : undefined;
    const requested = c.req.url.split("/", 3)[2] ?? "";
    const host = forwardedHost ?? c.req.header("Host") ?? requested;
    if (!names.hosts.has(host.toLowerCase()))
      throw new ServiceProblem("forbidden", `The service accepts requests to ${[...names.origins][0]} only.`);
    // The first line of a request may name a host of its own, which counts in place of `Host` (RFC 9112, section 3.2.2).
    if (!isProxied && !names.hosts.has(requested))
      throw new ServiceProblem("invalid_request", "The request is for another host than its header names.");
    const origin = c.req.header("Origin");
    if (origin !== undefined && !names.origins.has(origin.toLowerCase()))
      throw new ServiceProblem("forbidden", "The service rejects requests from web pages.");
    await next();
  };
}

/** The values of `Host` and `Origin` in requests to the service. */
interface OwnNames {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
}

/** A client may name the default port of a URL, such as 443, in `Host`. */
function createOwnNames(origins: readonly string[]): OwnNames {
  const hosts = origins.flatMap((origin) => {
    const { host, hostname, port, protocol } = new URL(origin);
    return [host, `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`];
  });
  return { hosts: new Set(hosts), origins: new Set(origins) };
}

function listLoopbackOrigins(localUrl: string): readonly string[] {
  const { port } = new URL(localUrl);
  return ["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}${port === "" ? "" : `:${port}`}`);
}

export function readInnerCaller(c: Context): Caller | undefined {
  return readBindings(c).inner?.caller;
}

/** The address at the other end of the connection, "" if there is none. */
function readPeer(c: Context): string {
  return unwrapAddress(readBindings(c).incoming?.socket.remoteAddress ?? "");
}

/** A request in memory has no bindings. */
function readBindings(c: Context): Partial<EntranceBindings> {
  return (c.env as Partial<EntranceBindings> | undefined) ?? {};
}

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
function unwrapAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** What one client has to itself, for limits: an address, or of IPv6 its first 64 bits, in which it chooses its addresses. */
export function findClientNetwork(address: string): string {
  return isIPv6(address) ? readIpv6Groups(address).slice(0, 4).join(":") : address;
}
