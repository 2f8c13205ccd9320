import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, isIP } from "node:net";
import type { Duplex } from "node:stream";
import { upstreamProxyStatus } from "../../../runtime/http/upstreamProxyStatus.ts";
import { isAllowedHost } from "../../../text/hosts/hostName.ts";
import { type AddressZone, getReachedZone, isCloserZone } from "../../network/addressZone.ts";
import { createCheckedLookup, RefusedAddressError, type ResolveAll } from "../../network/guardedRequest.ts";
import { createSemaphore } from "../../semaphore.ts";

/** The hosts that a server may connect to: `api.example.com` at any port, or `api.example.com:8443`. */
export interface AllowedHosts {
  /** Named by the user, wherever they lead to. */
  readonly byUser: readonly string[];
  /** Named by the version. They may not lead further inside the network than their name says. */
  readonly byVersion: readonly string[];
}

/** Who allows a connection. `host` is in lower case, an IPv6 address without brackets. */
export function findAllowance(hosts: AllowedHosts, host: string, port: number): "user" | "version" | undefined {
  const name = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (isAllowedHost(hosts.byUser, name)) return "user";
  return isAllowedHost(hosts.byVersion, name) ? "version" : undefined;
}

/** Carries the requests of a confined server to the hosts that it may connect to, and refuses all others. */
export interface ServerEgress {
  /** What it carries requests to. A runner that confines a server by other means reads it. */
  readonly readAllowedHosts: () => AllowedHosts;
  /** Connects to `host:port` and carries bytes (CONNECT of RFC 9110). */
  tunnel(authority: string, socket: Duplex): Promise<void>;
  /** Forwards a request with an absolute URL, without encryption (RFC 9112, 3.2.2). */
  forward(incoming: IncomingMessage, outgoing: ServerResponse): void;
}

/**
 * `inner`: the host's name leads further inside the network than it says. `service`: it leads to the machine of a service whose users
 * are on others.
 */
export type RefusalReason = "unknown" | "inner" | "service";

interface EgressOptions {
  /** Read for each connection, so that a change applies at once. */
  readonly readAllowedHosts: () => AllowedHosts;
  /** Called for each refused connection with the host and its port. */
  readonly onRefused: (host: string, reason: RefusalReason) => void;
  /** Where users are in the network: what they allow must not lead further inside. `undefined` is this machine. */
  readonly userZone: AddressZone | undefined;
  /** By default that of Node. */
  readonly resolve?: ResolveAll;
}

interface Destination {
  readonly host: string;
  readonly port: number;
}

export function createServerEgress({
  readAllowedHosts,
  onRefused,
  userZone,
  resolve = lookup,
}: EgressOptions): ServerEgress {
  const sharedLookup = createSharedLookup(resolve);
  /** Throws if the server may not connect there. */
  const createCheck = ({ host, port }: Destination) => {
    const allowance = findAllowance(readAllowedHosts(), host, port);
    if (!allowance) {
      onRefused(`${host}:${port}`, "unknown");
      throw new RefusedAddressError(`${host}:${port} is not among the allowed hosts.`);
    }
    const named = allowance === "user" ? "loopback" : getNamedZone(host);
    const from = userZone !== undefined && isCloserZone(userZone, named) ? userZone : named;
    const check = (address: string) => {
      const zone = getReachedZone(address);
      if (zone !== "never" && !isCloserZone(from, zone)) return;
      if (zone !== "never") onRefused(`${host}:${port}`, from === userZone ? "service" : "inner");
      throw new RefusedAddressError(`${host} has the address ${address}, which is not allowed.`);
    };
    if (isIP(host)) check(host);
    return createCheckedLookup(check, sharedLookup);
  };

  return {
    readAllowedHosts,
    tunnel: async (authority, socket) => {
      try {
        const destination = parseDestination(authority);
        const upstream = connect({ ...destination, lookup: createCheck(destination) });
        socket.once("close", () => upstream.destroy());
        await new Promise((resolve, reject) => upstream.once("connect", resolve).once("error", reject));
        // An end waits for what is still to be written; only an error does not.
        upstream.on("error", () => socket.destroy()).once("close", () => socket.end());
        // A server that closes its side has closed the tunnel (RFC 9110, 9.3.6). An upstream that never ends would keep it open.
        upstream.once("finish", () => upstream.destroy());
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        socket.pipe(upstream).pipe(socket);
      } catch (error) {
        const { status, text } = describeFailure(error);
        socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      }
    },
    forward: (incoming, outgoing) => {
      const fail = (error: unknown) => {
        if (outgoing.headersSent || outgoing.closed) return outgoing.destroy();
        const { status, text } = describeFailure(error);
        outgoing.writeHead(status, text, { "Content-Type": "text/plain" }).end(text);
      };
      try {
        const url = new URL(incoming.url ?? "");
        if (url.protocol !== "http:") throw new RefusedAddressError(`${url.protocol} cannot be forwarded.`);
        const destination = parseDestination(`${url.hostname}:${url.port || 80}`);
        const { method = "GET", headers } = incoming;
        const path = `${url.pathname}${url.search}`;
        const upstream = request({
          ...destination,
          lookup: createCheck(destination),
          agent: false,
          method,
          path,
          headers: { ...withoutProxyHeaders(headers), host: url.host },
        });
        upstream.on("error", fail).once("response", (response) => {
          try {
            outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders);
          } catch (error) {
            // Node parses some responses that it cannot write, such as status 099. An error here would end the service.
            fail(error);
            return upstream.destroy();
          }
          response.on("error", () => outgoing.destroy()).pipe(outgoing);
        });
        // A host that switches protocols causes neither a response nor an error.
        upstream.once("close", () => outgoing.headersSent || fail(new Error("There was no response.")));
        outgoing.once("close", () => upstream.destroy());
        incoming.pipe(upstream);
      } catch (error) {
        fail(error);
      }
    },
  };
}

function parseDestination(authority: string): Destination {
  const [, host = "", port = ""] = /^\[?([^[\]/?#@\s]{1,253}?)\]?:(\d{1,5})$/.exec(authority) ?? [];
  if (host === "" || Number(port) < 1 || Number(port) > 65_535)
    throw new RefusedAddressError("This is not a host and a port.");
  return { host: host.toLowerCase(), port: Number(port) };
}

const getNamedZone = (host: string): AddressZone => {
  if (isIP(host)) return getReachedZone(host);
  return host === "localhost" || host.endsWith(".localhost") ? "loopback" : "public";
};

function withoutProxyHeaders(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const { "proxy-authorization": _, "proxy-connection": __, connection: ___, ...others } = headers;
  return others;
}

/** The status contains the reason, because the clients of Node report nothing else of the response. */
function describeFailure(error: unknown): { readonly status: number; readonly text: string } {
  if (error instanceof RefusedAddressError) return { status: upstreamProxyStatus.refused, text: "Host Not Allowed" };
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const status = Object.entries(upstreamProxyStatus.failures).find(([name]) => name === code)?.[1];
  return { status: status ?? 502, text: /^[A-Z_]+$/.test(code) ? code : "Bad Gateway" };
}

interface LookupResult {
  readonly error: Error | null;
  readonly addresses: LookupAddress[];
}

/**
 * Looks up one name at a time for one server, and a name once for all connections that wait for it. The system looks up two names at a
 * time for the whole service, so a server with names that are slow to find would hold up all others.
 */
function createSharedLookup(resolve: ResolveAll): ResolveAll {
  const limit = createSemaphore(1);
  const running = new Map<string, Promise<LookupResult>>();
  return (hostname, options, callback) => {
    const start = () =>
      limit(
        () =>
          new Promise<LookupResult>((done) => {
            resolve(hostname, options, (error, addresses) => done({ error, addresses }));
          }),
      ).finally(() => running.delete(hostname));
    const result = running.get(hostname) ?? start();
    running.set(hostname, result);
    void result.then(({ error, addresses }) => callback(error, addresses));
  };
}

export function describeRefusedHost(host: string, reason: RefusalReason): string {
  if (reason === "service")
    return `The server may not connect to ${host}: it is the machine of the service, whose own ports are not open to servers.`;
  const why = reason === "unknown" ? "the host is not allowed" : "its name leads to a private address";
  return `The server may not connect to ${host}: ${why}. Allow it with "Allowed Hosts" if the server needs it.`;
}
