import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ApiRefusal } from "./apiObject.ts";
import type { ContainerProcess } from "./containerProcess.ts";

/** Follows the log of a container, with times: from `sinceTime` on, which has whole seconds. */
export function sendLog(container: ContainerProcess, query: URLSearchParams, response: ServerResponse): void {
  const since = Date.parse(query.get("sinceTime") ?? "1970-01-01T00:00:00Z");
  if (query.get("follow") !== "true" || query.get("timestamps") !== "true" || /\.\d/.test(query.get("sinceTime") ?? ""))
    throw new ApiRefusal(400, "BadRequest", "the double follows logs with times, from a whole second on");
  let sent = 0;
  response.writeHead(200, { "Content-Type": "text/plain" });
  response.flushHeaders();
  const send = () => {
    for (; sent < container.lines.length; sent += 1) {
      const line = container.lines[sent];
      if (!line || Date.parse(line.at) < since) continue;
      response.write(`${line.at} ${line.text}\n`);
    }
  };
  send();
  const stop = container.onLine(send);
  response.once("close", stop);
  void container.exited.then(() => {
    send();
    stop();
    response.end();
  });
}

const acceptKeySuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const protocol = "v4.channel.k8s.io";
const opcode = { binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Opens the WebSocket that a request asks for. */
export function acceptWebSocket(request: IncomingMessage, socket: Duplex): void {
  const offered = String(request.headers["sec-websocket-protocol"] ?? "").split(/, */);
  if (!offered.includes(protocol)) throw new ApiRefusal(403, "Forbidden", `no known protocol among ${offered.join()}`);
  const key = String(request.headers["sec-websocket-key"]);
  const accept = createHash("sha1")
    .update(key + acceptKeySuffix)
    .digest("base64");
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\nSec-WebSocket-Protocol: ${protocol}\r\n\r\n`,
  );
}

/**
 * Forwards one port over a WebSocket by `v4.channel.k8s.io`: channel 0 is the data, channel 1 what went wrong, and each channel begins
 * with the number of the port, the lower byte first.
 */
export function forwardPort(
  request: IncomingMessage,
  socket: Duplex,
  container: ContainerProcess | undefined,
  port: number,
): void {
  acceptWebSocket(request, socket);
  const send = (channel: number, data: Uint8Array) =>
    !socket.writableEnded && socket.write(createFrame(opcode.binary, Buffer.concat([Buffer.of(channel), data])));
  const portBytes = Buffer.of(port & 0xff, port >> 8);
  send(0, portBytes);
  send(1, portBytes);
  // A server may ask at any time whether the client is there.
  socket.write(createFrame(opcode.ping, Buffer.from("alive")));
  const end = () => {
    if (!socket.writableEnded) socket.end(createFrame(opcode.close, Buffer.of(3, 232)));
  };
  const target = container?.portFor(port);
  const upstream: Socket | undefined =
    target === undefined ? undefined : connect({ port: target, host: "127.0.0.1", noDelay: true });
  const refuse = () => {
    send(
      1,
      Buffer.from(`error forwarding port ${port} to pod: dial tcp4 127.0.0.1:${port}: connect: connection refused`),
    );
    end();
  };
  if (!upstream) {
    refuse();
    return;
  }
  upstream.on("data", (data: Buffer) => {
    // In several messages, of which one has two fragments.
    const middle = data.length >> 1;
    send(0, data.subarray(0, middle));
    socket.write(createFrame(opcode.binary, Buffer.concat([Buffer.of(0), data.subarray(middle, middle + 1)]), false));
    socket.write(createFrame(0, data.subarray(middle + 1)));
  });
  upstream.once("error", refuse).once("close", end);
  socket.once("close", () => upstream.destroy());
  socket.on("error", () => upstream.destroy());
  let unread: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    for (let frame = readFrame(unread); frame; frame = readFrame(unread)) {
      unread = frame.rest;
      if (frame.opcode === opcode.close) upstream.end();
      if (frame.opcode !== opcode.binary) continue;
      if (!frame.isMasked) socket.destroy(new Error("A client must mask its messages."));
      if (frame.payload[0] === 0) upstream.write(frame.payload.subarray(1));
    }
  });
}

/** A server masks nothing (RFC 6455, 5.1). */
function createFrame(code: number, payload: Uint8Array, isLast = true): Buffer {
  const start = (isLast ? 0x80 : 0) | code;
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.of(start, length), payload]);
  const size = length < 65_536 ? Buffer.alloc(2) : Buffer.alloc(8);
  if (size.length === 2) size.writeUInt16BE(length);
  else size.writeBigUInt64BE(BigInt(length));
  return Buffer.concat([Buffer.of(start, size.length === 2 ? 126 : 127), size, payload]);
}

function readFrame(bytes: Buffer) {
  if (bytes.length < 2) return undefined;
  const length7 = (bytes[1] ?? 0) & 127;
  const isMasked = ((bytes[1] ?? 0) & 128) !== 0;
  const sizeEnd = length7 === 126 ? 4 : length7 === 127 ? 10 : 2;
  const start = sizeEnd + (isMasked ? 4 : 0);
  if (bytes.length < start) return undefined;
  const length = length7 === 126 ? bytes.readUInt16BE(2) : length7 === 127 ? Number(bytes.readBigUInt64BE(2)) : length7;
  if (bytes.length < start + length) return undefined;
  const mask = bytes.subarray(sizeEnd, start);
  const payload = Buffer.from(bytes.subarray(start, start + length));
  if (isMasked)
    for (let index = 0; index < length; index += 1) payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
  return { opcode: (bytes[0] ?? 0) & 15, isMasked, payload, rest: bytes.subarray(start + length) };
}
