import type { IncomingMessage } from "node:http";
import { createServer } from "node:net";
import type { Duplex } from "node:stream";
import * as z from "zod";
import { createConnectionError, type ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import { createLimitedServer } from "../../network/limitedServer.ts";
import type { ServerChannel } from "../process/serverChannel.ts";
import type { ServerEgress } from "./serverEgress.ts";

/**
 * The only way between a confined server and the outside: connections that the server's process opens to the service, over a Unix socket
 * or over the stream of a container. It is an HTTP proxy for the server's own requests. For a request to the server, the service asks
 * over the channel for a call, and the process calls with `CONNECT server` and the number of the call.
 */
export interface ServerTunnel {
  readonly endpoint: ServerEndpoint;
  /** Serves a connection that the process opened. */
  accept(connection: Duplex): void;
  /** Uses the channel to the server's process. The returned function is called when the process has exited. */
  attach(channel: ServerChannel): () => void;
  close(): void;
}

const callHeader = "fairlead-call";
/** The most calls that wait for the process. The gateway waits for at most 512, so older calls have no caller any more. */
const maximumWaitingCalls = 1024;
/**
 * The most connections of one process: 512 requests of the gateway at once, and twice as many of its own. Each takes a file descriptor
 * and memory of the service.
 */
export const maximumConnections = 1536;
/** The most connections and requests of a process in a second, besides calls. Each takes a part of a millisecond of the service. */
const maximumPerSecond = 3000;
const connectionFailure = z.object({ kind: z.literal("fairlead.notCalled"), call: z.number(), code: z.string() });

export interface TunnelPorts {
  readonly server: number;
  readonly proxy: number;
}

/**
 * The end of a process that reaches the service by a Unix socket. Node's clients use the proxy. Other clients find no network.
 */
export function createTunnelUrl(socket: string, ports: TunnelPorts): string {
  const openConnection = `() => connect(${JSON.stringify(socket)})`;
  const source = createTunnelSource(openConnection, ports) + proxySource(ports);
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/**
 * Carries bytes between connections to the service and the loopback of the process, before its own code runs. `openConnection` is the
 * expression of a function that opens a connection.
 */
export function createTunnelSource(openConnection: string, ports: TunnelPorts): string {
  return `
import { once } from "node:events";
import { connect, createServer } from "node:net";
const openConnection = ${openConnection};
const carry = (one, other) => {
  one.pipe(other).pipe(one);
  // An end waits for what is still to be written; only an error does not.
  const close = (to) => (hasFailed) => (hasFailed ? to.destroy() : to.end());
  for (const [from, to] of [[one, other], [other, one]]) from.on("error", () => {}).on("close", close(to));
};
process.on("message", ({ kind, call }) => {
  // The first process of a container gets no signal that it does not handle.
  if (kind === "fairlead.stop" && process.listenerCount("SIGTERM") === 0) process.exit(128 + 15);
  if (kind === "fairlead.stop") process.kill(process.pid, "SIGTERM");
  if (kind !== "fairlead.call") return;
  // A request may arrive in two pieces, and the second one must not wait for the receipt of the first.
  const server = connect({ port: ${ports.server}, host: "127.0.0.1", noDelay: true });
  const notify = ({ code }) => process.send({ kind: "fairlead.notCalled", call, code: String(code) });
  server.once("error", notify).once("connect", () => {
    server.off("error", notify);
    const service = openConnection();
    service.write("CONNECT server HTTP/1.1\\r\\nHost: service\\r\\n${callHeader}: " + call + "\\r\\n\\r\\n");
    carry(service, server);
  });
});
const proxy = createServer({ noDelay: true }, (own) => carry(own, openConnection()));
await once(proxy.listen(${ports.proxy}, "127.0.0.1"), "listening");
proxy.unref();
`;
}

/** Makes Node's clients use the proxy. */
export const proxySource = ({ proxy }: TunnelPorts) => `
import http from "node:http";
import { registerHooks } from "node:module";
const proxyEnv = { HTTP_PROXY: "http://127.0.0.1:${proxy}", HTTPS_PROXY: "http://127.0.0.1:${proxy}" };
http.globalAgent = new http.Agent({ keepAlive: true, scheduling: "lifo", timeout: 5000, proxyEnv });
// Loading the other clients takes longer than all else here, so it waits until one is used.
let useProxy = () => {
  useProxy = () => {};
  http.setGlobalProxyFromEnv(proxyEnv);
};
const { fetch } = globalThis;
globalThis.fetch = (...input) => {
  useProxy();
  return fetch(...input);
};
registerHooks({
  resolve: (name, context, next) => {
    if (/^(node:)?https$/.test(name)) useProxy();
    return next(name, context);
  },
});
`;

/** Opens the tunnel of one process at a Unix socket. */
export async function openServerTunnel(
  path: string,
  egress: ServerEgress,
  mostPerSecond?: number,
): Promise<ServerTunnel> {
  const tunnel = createServerTunnel(egress, mostPerSecond);
  const listener = createServer({ allowHalfOpen: true }, (socket) => tunnel.accept(socket));
  listener.maxConnections = maximumConnections;
  await new Promise<void>((resolve, reject) => listener.once("error", reject).listen(path, resolve));
  const close = () => {
    listener.close();
    tunnel.close();
  };
  return { ...tunnel, close };
}

/** The service's end of the tunnel of one process. It kills a process that floods it. */
export function createServerTunnel(egress: ServerEgress, mostPerSecond = maximumPerSecond): ServerTunnel {
  const calls = new Map<number, PromiseWithResolvers<Duplex>>();
  const connections = new Set<Duplex>();
  let lastCall = 0;
  let channel: ServerChannel | undefined;

  const end = () => {
    for (const connection of connections) connection.destroy();
    channel?.kill();
  };
  const { server: proxy, count } = createLimitedServer(egress.forward, { mostPerSecond, onFlood: end });
  proxy.on("connect", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener an error of the connection would end the service.
    socket.on("error", () => socket.destroy());
    if ("setTimeout" in socket && typeof socket.setTimeout === "function") socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    const number = Number(request.headers[callHeader]);
    const call = calls.get(number);
    calls.delete(number);
    // The connection of a call is one that the service asked for.
    count(call ? -1 : 1);
    if (call) call.resolve(socket.once("end", () => socket.end()));
    else if (request.headers[callHeader] === undefined) void egress.tunnel(request.url ?? "", socket);
    else socket.destroy();
  });
  const refuseAll = () => {
    for (const call of calls.values()) call.reject(createConnectionError("ECONNREFUSED"));
    calls.clear();
    channel = undefined;
  };
  return {
    accept: (connection) => {
      connections.add(connection.once("close", () => connections.delete(connection)));
      proxy.emit("connection", connection);
    },
    endpoint: {
      connect: async () => {
        if (!channel) throw createConnectionError("ECONNREFUSED");
        const call = Promise.withResolvers<Duplex>();
        const [oldest] = calls;
        if (oldest && calls.size >= maximumWaitingCalls) {
          calls.delete(oldest[0]);
          oldest[1].reject(createConnectionError("ETIMEDOUT"));
        }
        lastCall += 1;
        calls.set(lastCall, call);
        channel.send({ kind: "fairlead.call", call: lastCall });
        return await call.promise;
      },
    },
    attach: (attached) => {
      channel = attached;
      attached.listen((message) => {
        const failure = connectionFailure.safeParse(message).data;
        if (!failure) return;
        calls.get(failure.call)?.reject(createConnectionError(failure.code));
        calls.delete(failure.call);
      });
      return refuseAll;
    },
    close: () => {
      refuseAll();
      for (const connection of connections) connection.destroy();
    },
  };
}
