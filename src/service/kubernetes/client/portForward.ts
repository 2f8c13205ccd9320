import { Duplex } from "node:stream";
import type { ClusterClient } from "./clusterClient.ts";
import type { WebSocketDuplex } from "./webSocket.ts";

/** Each message begins with the number of its channel: the port's data, or errors in words. */
const dataChannel = 0;
const errorChannel = 1;
/** The first message of each channel is the number of the port. */
const portMessage = 3;

const protocol = "v4.channel.k8s.io";

interface PodPort {
  readonly namespace: string;
  readonly pod: string;
  readonly port: number;
}

/**
 * Connects to a port of a pod through the API server: one WebSocket for one connection. All versions of Kubernetes accept this
 * protocol; it cannot close one direction alone, which HTTP does not need.
 */
export async function forwardPort(client: ClusterClient, { namespace, pod, port }: PodPort, signal: AbortSignal) {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/portforward`;
  const messages = await client.upgrade({ path, query: { ports: String(port) } }, protocol, signal);
  return new PortForwardConnection(messages);
}

/** The bytes of one connection. It has the methods of a socket that Node's HTTP client calls. */
class PortForwardConnection extends Duplex {
  readonly #messages: WebSocketDuplex;
  readonly #begun = new Set<number>();
  #idleMs = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(messages: WebSocketDuplex) {
    super({ allowHalfOpen: false });
    this.#messages = messages;
    messages.on("data", (message: Buffer) => this.#receive(message));
    messages.once("end", () => this.push(null));
    messages.once("error", (error) => this.destroy(error));
    messages.once("close", () => this.destroy());
  }

  override _read(): void {
    this.#messages.resume();
  }

  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error | null) => void): void {
    this.#watchIdle();
    this.#messages.write(Buffer.concat([Buffer.of(dataChannel), chunk]), callback);
  }

  override _final(callback: () => void): void {
    this.#messages.end(callback);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#idleTimer);
    this.#messages.destroy();
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

  #receive(message: Buffer): void {
    const [channel = dataChannel] = message;
    const isPort = !this.#begun.has(channel) && message.length === portMessage;
    this.#begun.add(channel);
    if (isPort) return;
    this.#watchIdle();
    if (channel === errorChannel) return void this.destroy(createForwardError(message.subarray(1).toString("utf8")));
    if (!this.push(message.subarray(1))) this.#messages.pause();
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
