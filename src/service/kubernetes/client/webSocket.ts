import { createHash, randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Duplex } from "node:stream";

const acceptKeySuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** The headers that open a WebSocket with a subprotocol, and the check of the response (RFC 6455, 4.1). */
export function createWebSocketHandshake(protocol: string) {
  const key = randomBytes(16).toString("base64");
  const accept = createHash("sha1")
    .update(key + acceptKeySuffix)
    .digest("base64");
  return {
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": key,
      "Sec-WebSocket-Protocol": protocol,
    },
    isAccepted: (headers: IncomingHttpHeaders) =>
      headers["sec-websocket-accept"] === accept && headers["sec-websocket-protocol"] === protocol,
  };
}

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
/** The API sends messages of at most a few kilobytes. */
const largestMessage = 16 * 1024 * 1024;

interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly payload: Buffer;
}

/**
 * The messages of a WebSocket as a stream of objects, each a `Buffer` (RFC 6455, 5). It is only what the API of Kubernetes uses of the
 * protocol: binary messages without extensions. The standard `WebSocket` of Node reads on while nothing takes its messages, so a slow
 * reader would fill the memory, and takes no certificates.
 */
export class WebSocketDuplex extends Duplex {
  readonly #socket: Duplex;
  #unread: Buffer;
  #message: Buffer[] = [];

  constructor(socket: Duplex, head: Buffer) {
    super({ objectMode: true, allowHalfOpen: false, highWaterMark: 16 });
    this.#socket = socket;
    this.#unread = head;
    socket.on("data", (chunk: Buffer) => {
      this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
      this.#readFrames();
    });
    socket.once("end", () => this.push(null));
    socket.once("error", (error) => this.destroy(error));
    socket.once("close", () => this.destroy());
    // Messages that came with the handshake are passed on when there are listeners.
    if (head.length > 0) queueMicrotask(() => this.#readFrames());
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(message: Buffer, _encoding: string, callback: (error?: Error | null) => void): void {
    this.#socket.write(createFrame(opcodes.binary, message), callback);
  }

  override _final(callback: () => void): void {
    this.#socket.end(createFrame(opcodes.close, Buffer.from([0x03, 0xe8])), callback);
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#socket.destroy();
    callback(error);
  }

  #readFrames(): void {
    for (;;) {
      const parsed = parseFrame(this.#unread);
      if (parsed === undefined || this.destroyed) return;
      if (parsed === "tooLarge") return void this.destroy(new Error("A message of the WebSocket is too large."));
      this.#unread = parsed.rest;
      this.#takeFrame(parsed.frame);
    }
  }

  #takeFrame({ opcode, isLast, payload }: Frame): void {
    if (opcode === opcodes.ping) return void this.#socket.write(createFrame(opcodes.pong, payload));
    if (opcode === opcodes.close) return void this.push(null);
    if (opcode === opcodes.pong) return;
    this.#message.push(payload);
    if (!isLast) {
      const size = this.#message.reduce((sum, part) => sum + part.length, 0);
      if (size > largestMessage) this.destroy(new Error("A message of the WebSocket is too large."));
      return;
    }
    const message = Buffer.concat(this.#message);
    this.#message = [];
    if (!this.push(message)) this.#socket.pause();
  }
}

/** Returns undefined until the whole frame has arrived. */
function parseFrame(bytes: Buffer): { readonly frame: Frame; readonly rest: Buffer } | "tooLarge" | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (length > largestMessage) return "tooLarge";
  if (bytes.length < start + length) return undefined;
  const frame = { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, payload: bytes.subarray(start, start + length) };
  return { frame, rest: bytes.subarray(start + length) };
}

/** A whole message. Clients mask what they send (RFC 6455, 5.3). */
function createFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4);
  const header = payload.length < 126 ? Buffer.alloc(2) : payload.length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10);
  header[0] = 0x80 | opcode;
  header[1] = 0x80 | (header.length === 2 ? payload.length : header.length === 4 ? 126 : 127);
  if (header.length === 4) header.writeUInt16BE(payload.length, 2);
  if (header.length === 10) header.writeBigUInt64BE(BigInt(payload.length), 2);
  const masked = Buffer.from(payload);
  for (let index = 0; index < masked.length; index += 1) masked[index] = (masked[index] ?? 0) ^ (mask[index % 4] ?? 0);
  return Buffer.concat([header, mask, masked]);
}
