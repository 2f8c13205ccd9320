// The loopback network: canaries, the service, other servers, a resolver, and ports of its own.
import * as dgram from "node:dgram";
import * as dns from "node:dns";
import * as http from "node:http";
import * as http2 from "node:http2";
import * as net from "node:net";
import * as tls from "node:tls";
import { findRequestClass, json, later, post, rpc, talk } from "../clients.mjs";

const connect = (host, port) => talk(net.connect({ host, port }));

function sendUdp(type, host, port, nonce) {
  const socket = dgram.createSocket(type);
  return new Promise((resolve, reject) => {
    socket.on("error", reject).on("message", (answer) => resolve(String(answer)));
    socket.send(nonce, port, host, (error) => error && reject(error));
    setTimeout(reject, 1500, new Error("no answer"));
  }).finally(() => socket.close());
}

/** Listens for a moment on a port that the judge tries. */
async function listenOn(server, options) {
  await new Promise((resolve, reject) => server.on("error", reject).listen(options, resolve));
  await later(800);
  server.close();
}

export const attacks = {
  "connect to 127.0.0.1": ({ tcpPort }) => connect("127.0.0.1", tcpPort),
  "connect to ::1": ({ tcp6Port }) => connect("::1", tcp6Port),
  "connect to localhost": ({ tcpPort }) => connect("localhost", tcpPort),
  "connect to a mapped address": ({ tcpPort }) => connect("::ffff:127.0.0.1", tcpPort),
  "connect to 0.0.0.0": ({ tcpPort }) => connect("0.0.0.0", tcpPort),
  "connect to ::": ({ tcp6Port }) => connect("::", tcp6Port),
  "connect to an address of the machine": ({ ownAddress, anyPort }) => connect(ownAddress, anyPort),
  "connect by fetch": ({ tcpPort }) => fetch(`http://127.0.0.1:${tcpPort}/`).then((answer) => answer.text()),
  "connect by HTTP": ({ tcpPort }) =>
    new Promise((resolve, reject) => {
      const request = http.get({ host: "127.0.0.1", port: tcpPort }, (answer) => resolve(answer.statusMessage));
      request.on("error", reject);
    }),
  "connect by HTTP/2": ({ tcpPort }) =>
    new Promise((resolve, reject) => {
      const session = http2.connect(`http://127.0.0.1:${tcpPort}`);
      session.on("error", reject).on("connect", () => resolve("connected"));
    }),
  "connect by TLS": ({ tcpPort }) => talk(tls.connect({ host: "127.0.0.1", port: tcpPort })),
  "connect by a web socket": ({ tcpPort }) =>
    new Promise((resolve) => {
      new WebSocket(`ws://127.0.0.1:${tcpPort}/`).onerror = () => resolve("ended");
    }),
  "connect by an inner binding": ({ tcpPort }) => {
    const { TCP, TCPConnectWrap } = process.binding("tcp_wrap");
    return new TCP(0).connect(Object.assign(new TCPConnectWrap(), { oncomplete: () => {} }), "127.0.0.1", tcpPort);
  },
  "connect a handle of a socket": async ({ tcpPort }) => {
    const socket = net.connect(1, "127.0.0.1").on("error", () => {});
    const { constructor: TCP } = socket._handle;
    socket.destroy();
    const Request = findRequestClass("TCPCONNECTWRAP", () => net.connect(1, "127.0.0.1"));
    const status = new TCP(0).connect(Object.assign(new Request(), { oncomplete: () => {} }), "127.0.0.1", tcpPort);
    await later(300);
    return status;
  },
  "send a datagram to 127.0.0.1": ({ udpPort, nonce }) => sendUdp("udp4", "127.0.0.1", udpPort, nonce),
  "send a datagram to ::1": ({ udp6Port, nonce }) => sendUdp("udp6", "::1", udp6Port, nonce),
  "send a datagram from a connected socket": ({ udpPort, nonce }) =>
    new Promise((resolve, reject) => {
      const socket = dgram.createSocket("udp4").on("error", reject);
      socket.connect(udpPort, "127.0.0.1", () => socket.send(nonce, () => resolve("sent")));
    }),
  "ask a resolver of its own choice": async ({ udpPort, nonce }) => {
    const resolver = new dns.promises.Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([`127.0.0.1:${udpPort}`]);
    return resolver.resolveTxt(`${nonce}.example`);
  },
  "set the resolver of all": async ({ udpPort, nonce }) => {
    const before = dns.getServers();
    dns.setServers([`127.0.0.1:${udpPort}`]);
    try {
      return await dns.promises.resolve4(`${nonce}.example`);
    } finally {
      dns.setServers(before);
    }
  },
  "call another server's port": ({ otherPort }) => rpc(`http://127.0.0.1:${otherPort}/mcp`),
  "call another server's port over ::1": ({ otherPort }) => rpc(`http://[::1]:${otherPort}/mcp`),
  "call another server with a stolen token": ({ serviceUrl, stolen }) =>
    rpc(`${serviceUrl}/mcp/${stolen.otherServer}`, { Authorization: `Bearer ${stolen.runtimeToken}` }),
  "reach the service": ({ serviceUrl }) =>
    fetch(`${serviceUrl}/api/v1/me`).then(({ headers }) => headers.get("x-request-id")),
  "make a project with a stolen key": ({ serviceUrl, stolen, nonce }) =>
    post(`${serviceUrl}/api/v1/projects`, { name: `trace ${nonce}` }, stolen.key),
  "make a key with the stolen control token": async ({ serviceUrl, stolen, nonce }) => {
    const { key } = await json(post(`${serviceUrl}/local/key`, { name: "stolen" }, stolen.control));
    return post(`${serviceUrl}/api/v1/projects`, { name: `trace ${nonce}` }, key);
  },
  "keep the service alive with the stolen control token": ({ serviceUrl, stolen }) =>
    fetch(`${serviceUrl}/local/status`, { headers: { Authorization: `Bearer ${stolen.control}` } }).then((answer) =>
      answer.text(),
    ),
  "listen on 127.0.0.1": ({ listenPort, nonce }) =>
    listenOn(
      net.createServer((socket) => socket.end(`reached ${nonce}`)),
      { port: listenPort, host: "127.0.0.1" },
    ),
  "listen on all addresses": ({ listenPort, nonce }) =>
    listenOn(
      net.createServer((socket) => socket.end(`reached ${nonce}`)),
      { port: listenPort },
    ),
  "listen for a debugger": async ({ listenPort }) => {
    const inspector = await import("node:inspector");
    inspector.open(listenPort, "127.0.0.1");
    await later(800);
    inspector.close();
  },
};

/** The service reaches a server without a port of the machine. */
export const serverAttacks = {
  "be reached at its own port": async () => {
    await later(800);
    return { ownPort: Number(process.env.PORT) };
  },
};
