import { performServerHandshake, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { Duplex } from "node:stream";
import type { ServerTransport } from "../../contract/registry.ts";
import { createServerChannelSource } from "../deployments/process/serverChannel.ts";
import {
  createTunnelSource,
  maximumConnections,
  proxySource,
  type TunnelPorts,
} from "../deployments/runners/serverTunnel.ts";
import { createSocketPair } from "../network/socketPair.ts";

/**
 * The way between a container without a network and the service: HTTP/2 over the standard input and output of its first process, which
 * opens the streams. One stream is the channel, and each of the others carries one connection of the tunnel.
 */
const paths = { environment: "/environment", channel: "/channel", stdio: "/stdio", connection: "/connection" } as const;

interface TunnelListeners {
  readonly onChannel: (stream: Duplex) => void;
  /** Called with the standard input and output of a server that exchanges messages over them. */
  readonly onStdio: (stream: Duplex) => void;
  readonly onConnection: (stream: Duplex) => void;
  /** Called once when nothing can arrive any more. */
  readonly onClose: () => void;
}

/** The first character of a line that a server wrote to its standard output. */
export const stdoutMark = "\u0001";

/** The service's end. `environment` is sent to the process that asks for it, because an engine shows that of a container. */
export async function serveContainerTunnel(
  stream: Duplex,
  environment: Readonly<Record<string, string>>,
  { onChannel, onStdio, onConnection, onClose }: TunnelListeners,
): Promise<ServerHttp2Session> {
  // Node 24.21 sends freed memory, and fails with an assertion that ends the service, where a session has no socket of the system.
  const [near, far] = await createSocketPair();
  stream.pipe(far).pipe(stream);
  for (const one of [stream, far, near]) one.on("error", () => {});
  for (const one of [stream, far, near])
    one.once("close", () => {
      for (const other of [stream, far, near]) other.destroy();
    });
  const session = performServerHandshake(near, {
    settings: { maxConcurrentStreams: maximumConnections, initialWindowSize: windowSize, enablePush: false },
  });
  /** Serves a stream that a process opens once. */
  const once = (listener: (stream: Duplex) => void) => {
    let isOpen = false;
    return (opened: ServerHttp2Stream) => {
      if (isOpen) return opened.destroy();
      isOpen = true;
      listener(opened);
    };
  };
  const handlers: Readonly<Record<string, (opened: ServerHttp2Stream) => void>> = {
    [paths.environment]: (opened) => opened.end(JSON.stringify(environment)),
    [paths.channel]: once(onChannel),
    [paths.stdio]: once(onStdio),
    [paths.connection]: (opened) => onConnection(createConnection(opened)),
  };
  session.on("stream", (opened, headers) => {
    const handle = handlers[headers[":path"] ?? ""];
    opened.on("error", () => opened.destroy());
    if (!handle) return opened.destroy();
    opened.respond({ ":status": 200 });
    handle(opened);
  });
  // An error closes the session.
  session.on("error", () => {}).once("close", onClose);
  return session;
}

/** The most bytes of one stream that wait for their reader. */
const windowSize = 256 * 1024;

/**
 * A stream as a connection for Node's HTTP/1.1, which calls the methods of a socket. A stream needs only the timeout of them.
 */
function createConnection(opened: ServerHttp2Stream): Duplex {
  const connection = new Duplex({
    read: () => void opened.resume(),
    write: (chunk: Buffer, _, done) => void opened.write(chunk, done),
    final: (done) => void opened.end(done),
    destroy: (error, done) => {
      opened.destroy();
      done(error);
    },
  });
  opened.on("data", (chunk: Buffer) => {
    if (!connection.push(chunk)) opened.pause();
  });
  opened.once("end", () => connection.push(null)).once("close", () => connection.destroy());
  opened.on("timeout", () => connection.emit("timeout"));
  const ignore = () => connection;
  const setTimeout = (ms: number, onTimeout?: () => void) => {
    opened.setTimeout(ms);
    if (onTimeout) connection.off("timeout", onTimeout);
    return onTimeout && ms > 0 ? connection.once("timeout", onTimeout) : connection;
  };
  return Object.assign(connection, {
    setTimeout,
    setKeepAlive: ignore,
    setNoDelay: ignore,
    ref: ignore,
    unref: ignore,
  });
}

/**
 * The end of the first process, which runs before its own code. It moves the pipes of the standard input and output away from 0 and 1:
 * what the server writes to its output goes where its errors go, and programs that it starts do not get the pipes. Opening takes the
 * lowest free number. A line on standard output is marked, where JavaScript writes it.
 */
export function createContainerModuleUrl(ports: TunnelPorts, transport: ServerTransport): string {
  const source = `
import { closeSync, openSync } from "node:fs";
import { connect as openSession } from "node:http2";
import { Socket, connect as connectSocket, createServer as createSocketServer } from "node:net";
const move = (descriptor, flags, replacement, replacementFlags) => {
  const moved = openSync("/proc/self/fd/" + descriptor, flags);
  closeSync(descriptor);
  if (openSync(replacement, replacementFlags) !== descriptor) process.exit(70);
  return moved;
};
const readable = new Socket({ fd: move(0, "r", "/dev/null", "r"), readable: true, writable: false });
const writable = new Socket({ fd: move(1, "w", "/proc/self/fd/2", "a"), readable: false, writable: true });
for (const pipe of [readable, writable]) pipe.on("error", () => {}).on("close", () => process.exit(0));
${transport === "http" ? markStdoutSource : ""}
// A session needs a socket of the system, see serveContainerTunnel.
const listener = createSocketServer({ allowHalfOpen: true, noDelay: true }).listen(0, "127.0.0.1");
await new Promise((resolve) => listener.once("listening", resolve));
const near = connectSocket({ port: listener.address().port, host: "127.0.0.1", noDelay: true });
const far = await new Promise((resolve) => listener.once("connection", resolve));
listener.close();
far.on("error", () => {});
readable.pipe(far).pipe(writable);
const session = openSession("http://service", {
  createConnection: () => near,
  settings: { initialWindowSize: ${windowSize}, enablePush: false },
});
session.on("error", () => {}).on("close", () => process.exit(0));
const open = (path) => session.request({ ":method": "POST", ":path": path }, { endStream: false });
const variables = open("${paths.environment}");
variables.end();
let text = "";
for await (const chunk of variables.setEncoding("utf8")) text += chunk;
Object.assign(process.env, JSON.parse(text));
${transport === "http" ? "for (const socket of [readable, writable, far, near]) socket.unref();" : replaceStdioSource}
{
${createServerChannelSource(`open("${paths.channel}")`)}
}
${createTunnelSource(`() => open("${paths.connection}")`, ports)}
${proxySource(ports)}`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

/** Marks the lines that JavaScript writes to the standard output. */
const markStdoutSource = `
const { write } = process.stdout;
let isLineStart = true;
process.stdout.write = function (chunk, ...others) {
  const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  const marked = (isLineStart ? "${stdoutMark}" : "") + text.replaceAll(/\\n(?=[^])/g, "\\n${stdoutMark}");
  if (text !== "") isLineStart = text.endsWith("\\n");
  return write.call(this, marked, ...others);
};`;

/** Carries the standard input and output that JavaScript uses to the service. The session keeps the program alive, as its input would. */
const replaceStdioSource = `
const stdio = open("${paths.stdio}");
for (const name of ["stdin", "stdout"]) Object.defineProperty(process, name, { value: stdio });`;
