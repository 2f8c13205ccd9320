import { connect, createServer } from "node:net";
import { listenOnLoopback } from "./listenOnLoopback.ts";

export interface ConnectionCutter {
  readonly url: string;
  cuts(): number;
  close(): Promise<void>;
}

/**
 * Connects a client with a local port, and cuts connections: after a number of response bytes if `cutAfter` is a number,
 * else at each piece of a response for which it returns true; that piece is lost.
 */
export async function startConnectionCutter(
  port: number,
  cutAfter: number | ((piece: Buffer) => boolean),
): Promise<ConnectionCutter> {
  let cuts = 0;
  const server = createServer((clientSocket) => {
    const targetSocket = connect(port, "127.0.0.1");
    let passedBytes = 0;
    for (const [socket, other] of [[clientSocket, targetSocket] as const, [targetSocket, clientSocket] as const]) {
      socket.on("error", () => {});
      socket.on("close", () => other.destroy());
    }
    clientSocket.on("data", (piece) => targetSocket.write(replaceHostPort(piece, port)));
    targetSocket.on("data", (piece) => {
      const remainingBytes = typeof cutAfter === "number" ? cutAfter - passedBytes : cutAfter(piece) ? 0 : piece.length;
      passedBytes += piece.length;
      if (remainingBytes >= piece.length) return void clientSocket.write(piece);
      cuts += 1;
      targetSocket.pause();
      clientSocket.write(piece.subarray(0, Math.max(0, remainingBytes)), () => clientSocket.destroy());
    });
  });
  const { url, close } = await listenOnLoopback(server);
  return { url, cuts: () => cuts, close };
}

/** The service accepts only its own host name. */
function replaceHostPort(piece: Buffer, port: number): Buffer {
  return Buffer.from(
    piece.toString("latin1").replace(/^host: 127\.0\.0\.1:\d+/im, `host: 127.0.0.1:${port}`),
    "latin1",
  );
}
