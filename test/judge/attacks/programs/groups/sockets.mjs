// Unix sockets: in folders, abstract ones, and those that belong to the service.
import * as http from "node:http";
import * as net from "node:net";
import * as tls from "node:tls";
import { findRequestClass } from "../clients.mjs";
import { unguardedPipe } from "../unguarded.mjs";

/** Connects and returns the first answer. */
function talk(socket, line = "hello\n") {
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("data", (data) => resolve(String(data)));
    socket.on("connect", () => socket.write(line));
  }).finally(() => socket.destroy());
}

const getBy = (options) =>
  new Promise((resolve, reject) => {
    const request = http.get(options, (response) => {
      let text = "";
      response.on("data", (data) => {
        text += data;
      });
      response.on("end", () => resolve(text));
    });
    request.on("error", reject);
  });

const callTool = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "where" } });

/** Calls the tool of another server by a socket that belongs to the service. */
function callBy(socketPath) {
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    const request = http.request({ socketPath, path: "/mcp", method: "POST", headers }, (response) => {
      let text = "";
      response.on("data", (data) => {
        text += data;
      });
      response.on("end", () => resolve(text));
    });
    request.on("error", reject);
    request.end(callTool);
  });
}

const listen = (server, options) =>
  new Promise((resolve, reject) => {
    server.on("error", reject).listen(options, () => resolve(true));
  });

/** Connects a handle of Node's without `net`. */
const connectHandle = (handle, path) =>
  new Promise((resolve, reject) => {
    const socket = new net.Socket({ handle });
    socket.on("data", (data) => resolve(String(data))).on("error", reject);
    const Request = findRequestClass("PIPECONNECTWRAP", () => net.connect({ path: "." }));
    const request = Object.assign(new Request(), { oncomplete: () => socket.write("hello\n") });
    const status = handle.connect(request, path);
    if (status !== 0 && status !== undefined) reject(new Error(`connect: ${status}`));
  });

const pipeOf = () => {
  const socket = net.connect({ path: "." }).on("error", () => {});
  const { constructor: Pipe } = socket._handle;
  socket.destroy();
  return new Pipe(0);
};

export const attacks = {
  "connect to a socket": ({ unixSocket }) => talk(net.connect(unixSocket)),
  "connect to a socket by its folder": ({ unixSocket }) => talk(net.connect("../".repeat(40) + unixSocket.slice(1))),
  "connect to an abstract socket": ({ abstractSocket }) => talk(net.connect(`\0${abstractSocket}`)),
  "connect to an SSH agent": ({ agentSocket }) => talk(net.connect(agentSocket)),
  "connect to the container engine": ({ engineSocket }) => getBy({ socketPath: engineSocket, path: "/info" }),
  "connect to an abstract socket by HTTP": ({ abstractSocket }) =>
    getBy({ socketPath: `\0${abstractSocket}`, path: "/" }),
  "connect to a socket by TLS": ({ unixSocket }) =>
    talk(tls.connect({ path: unixSocket, rejectUnauthorized: false }).on("error", () => {})),
  "connect to a socket through the service's root": ({ servicePid, unixSocket }) =>
    talk(net.connect(`/proc/${servicePid}/root${unixSocket}`)),
  "connect a socket's own handle": ({ unixSocket }) => connectHandle(pipeOf(), unixSocket),
  "connect a handle of an inner binding": ({ unixSocket }) =>
    connectHandle(new (process.binding("pipe_wrap").Pipe)(0), unixSocket),
  "connect a handle of a listening socket": async ({ abstractSocket }) => {
    const server = net.createServer();
    server.on("error", () => {}).listen({ path: `\0own-${process.pid}` });
    const { constructor: Pipe } = server._handle ?? pipeOf();
    server.close();
    return connectHandle(new Pipe(0), `\0${abstractSocket}`);
  },
  "connect a handle that the debugger found": async ({ unixSocket }) =>
    connectHandle(await unguardedPipe(), unixSocket),
  "listen on a socket outside": ({ home, nonce }) => listen(net.createServer(), `${home}/trace-${nonce}.sock`),
  "listen on a socket outside by HTTP": ({ home, nonce }) => listen(http.createServer(), `${home}/trace-http-${nonce}`),
  "listen on a socket that all may write": ({ home, nonce }) =>
    listen(net.createServer(), { path: `${home}/trace-all-${nonce}`, writableAll: true }),
  "listen on an abstract socket": async ({ listenAbstract, nonce }) => {
    await listen(
      net.createServer((socket) => socket.end(`reached ${nonce}`)),
      `\0${listenAbstract}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 600));
  },
  "call another server by a socket of the service": async ({ serviceSockets }) => {
    const answers = await Promise.allSettled(serviceSockets.map(callBy));
    return answers.map(({ value }) => value).join("\n");
  },
};
