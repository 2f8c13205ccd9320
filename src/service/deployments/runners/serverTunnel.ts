import { createServer, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import * as z from "zod";
import type { ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import type { ServerChannel } from "../process/serverChannel.ts";
import type { ServerEgress } from "./serverEgress.ts";

/**
 * The only way between a confined server and the outside: a Unix socket of the service, which the server's process calls and cannot
 * replace. It is an HTTP proxy for the server's own requests. For a request to the server, the service asks over the channel for a
 * call, and the process calls with `CONNECT server` and the number of the call.
 */
export interface ServerTunnel {
  readonly endpoint: ServerEndpoint;
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
const maximumConnections = 1536;
const connectionFailure = z.object({ kind: z.literal("fairlead.notCalled"), call: z.number(), code: z.string() });

/**
 * The end of the process, which runs before its own code. It carries bytes between the socket and its own loopback, and makes Node's
 * clients use the proxy. Other clients find no network.
 */
export function createTunnelUrl(socket: string, ports: { readonly server: number; readonly proxy: number }): string {
  const source = `
import { once } from "node:events";
import http from "node:http";
import { registerHooks } from "node:module";
import { connect, createServer } from "node:net";
const carry = (one, other) => {
  one.pipe(other).pipe(one);
  // An end waits for what is still to be written; only an error does not.
  const close = (to) => (hasFailed) => (hasFailed ? to.destroy() : to.end());
  for (const [from, to] of [[one, other], [other, one]]) from.on("error", () => {}).on("close", close(to));
};
process.on("message", ({ kind, call }) => {
  if (kind === "fairlead.stop") process.kill(process.pid, "SIGTERM");
  if (kind !== "fairlead.call") return;
  const server = connect(${ports.server}, "127.0.0.1");
  const notify = ({ code }) => process.send({ kind: "fairlead.notCalled", call, code: String(code) });
  server.once("error", notify).once("connect", () => {
    server.off("error", notify);
    const service = connect(${JSON.stringify(socket)});
    service.write("CONNECT server HTTP/1.1\\r\\nHost: service\\r\\n${callHeader}: " + call + "\\r\\n\\r\\n");
    carry(service, server);
  });
});
const proxy = createServer((own) => carry(own, connect(${JSON.stringify(socket)})));
await once(proxy.listen(${ports.proxy}, "127.0.0.1"), "listening");
proxy.unref();
const proxyEnv = { HTTP_PROXY: "http://127.0.0.1:${ports.proxy}", HTTPS_PROXY: "http://127.0.0.1:${ports.proxy}" };
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
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** Opens the socket of one process. */
export async function openServerTunnel(path: string, egress: ServerEgress): Promise<ServerTunnel> {
  const calls = new Map<number, PromiseWithResolvers<Socket>>();
  const sockets = new Set<Socket>();
  let lastCall = 0;
  let channel: ServerChannel | undefined;

  const server = createServer({ keepAliveTimeout: 0 }, egress.forward);
  server.maxConnections = maximumConnections;
  server.on("connection", (socket) => {
    sockets.add(socket.once("close", () => sockets.delete(socket)));
  });
  server.on("connect", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Without a listener an error of the connection would end the service.
    socket.on("error", () => socket.destroy()).setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    const number = Number(request.headers[callHeader]);
    const call = calls.get(number);
    calls.delete(number);
    if (call) call.resolve(socket.once("end", () => socket.end()));
    else if (request.headers[callHeader] === undefined) void egress.tunnel(request.url ?? "", socket);
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));

  const refuseAll = () => {
    for (const call of calls.values()) call.reject(createConnectionError("ECONNREFUSED"));
    calls.clear();
    channel = undefined;
  };
  return {
    endpoint: {
      connect: async () => {
        if (!channel) throw createConnectionError("ECONNREFUSED");
        const call = Promise.withResolvers<Socket>();
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
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const createConnectionError = (code: string) =>
  Object.assign(new Error(`The server accepts no connection (${code}).`), { code });
