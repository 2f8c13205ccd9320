import { Duplex, PassThrough, Writable } from "node:stream";
import { type KubeConfig, PortForward } from "@kubernetes/client-node";
import { waitUnlessAborted } from "../../network/waitUnlessAborted.ts";

export interface PodPort {
  readonly namespace: string;
  readonly pod: string;
  readonly port: number;
}

/** What the connection needs of the library's WebSocket. */
interface ForwardSocket {
  onclose: (() => void) | null;
  pause(): void;
  resume(): void;
  terminate(): void;
}

const openTimeoutMs = 30_000;

/** Connects to a port of a pod through the API server: one WebSocket for one connection. */
export async function forwardPort(
  config: KubeConfig,
  { namespace, pod, port }: PodPort,
  signal: AbortSignal,
): Promise<Duplex> {
  const connection = new PortForwardConnection();
  const { output, errors, input } = connection;
  // The library has no signal: a socket that it opens too late ends as soon as it is attached.
  const attached = new PortForward(config)
    .portForward(namespace, pod, [port], output, errors, input)
    .then((socket) => connection.attach(socket));
  try {
    await waitUnlessAborted(attached, AbortSignal.any([signal, AbortSignal.timeout(openTimeoutMs)]));
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

/** The bytes of one connection. It has the methods of a socket that Node's HTTP client calls. */
class PortForwardConnection extends Duplex {
  /** What the pod sends. The library does not wait for a slow reader, so the socket is paused for one. */
  readonly output = new Writable({ write: (chunk: Buffer, _encoding, callback) => this.#receive(chunk, callback) });
  /** Why the pod takes no connection, in words of the kubelet. */
  readonly errors = new Writable({ write: (chunk: Buffer, _encoding, callback) => this.#fail(chunk, callback) });
  /** What the pod receives. */
  readonly input = new PassThrough();
  #socket: ForwardSocket | undefined;
  #idleMs = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor() {
    super({ allowHalfOpen: false });
  }

  attach(socket: ForwardSocket): void {
    this.#socket = socket;
    socket.onclose = () => this.push(null);
    if (this.destroyed) socket.terminate();
  }

  override _read(): void {
    this.#socket?.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.#watchIdle();
    this.input.write(chunk, encoding, callback);
  }

  override _final(callback: () => void): void {
    this.input.end(callback);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#idleTimer);
    this.#socket?.terminate();
    callback(error);
  }

  setTimeout(ms: number, onTimeout?: () => void): this {
    // A socket of Node does the same: no time removes the listener.
    if (onTimeout && ms > 0) this.once("timeout", onTimeout);
    else if (onTimeout) this.off("timeout", onTimeout);
    this.#idleMs = ms;
    this.#watchIdle();
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  #receive(bytes: Buffer, onEnd: () => void): void {
    this.#watchIdle();
    if (bytes.length > 0 && !this.push(bytes)) this.#socket?.pause();
    onEnd();
  }

  #fail(text: Buffer, onEnd: () => void): void {
    if (text.length > 0) this.destroy(createForwardError(text.toString("utf8")));
    onEnd();
  }

  #watchIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#idleMs > 0) this.#idleTimer = setTimeout(() => this.emit("timeout"), this.#idleMs).unref();
  }
}

/** The kubelet says in words that nothing listens on the port. */
function createForwardError(text: string): Error {
  const code = /refused/i.test(text) ? "ECONNREFUSED" : "ECONNRESET";
  return Object.assign(new Error(`The pod accepts no connection (${text.trim().slice(0, 500)}).`), { code });
}
