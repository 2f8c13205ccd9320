import type { Http2Bindings, HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Caller } from "../context.ts";
import { createAddressMatcher } from "../network/addressZone.ts";
import { findClientAddress, findClientNetwork, unwrapAddress } from "./clientAddress.ts";
import type { HttpEnvironment } from "./httpEnvironment.ts";
import type { PublicAddress } from "./publicAddress.ts";
import { ServiceProblem } from "./serviceProblem.ts";

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
    const requested = new URL(c.req.url).host;
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
