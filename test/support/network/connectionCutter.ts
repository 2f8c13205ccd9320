import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface ConnectionCutter {
  readonly url: string;
  cuts(): number;
  close(): Promise<void>;
}

/**
 * Stands between a client and a local port, and cuts connections: each after `bytes` of answers where given as a number,
 * else whenever `shallCut` says so of a piece of an answer, which is then lost.
 */
export async function startConnectionCutter(
  port: number,
  shallCut: number | ((piece: Buffer) => boolean),
): Promise<ConnectionCutter> {
  const sockets = new Set<Socket>();
  let cuts = 0;
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    let passed = 0;
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    near.on("data", (piece) => far.write(forPort(piece, port)));
    far.on("data", (piece) => {
      const left = typeof shallCut === "number" ? shallCut - passed : shallCut(piece) ? 0 : piece.length;
      passed += piece.length;
      if (left >= piece.length) return void near.write(piece);
      cuts += 1;
      far.pause();
      near.write(piece.subarray(0, Math.max(0, left)), () => near.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The service answers to its own name only. */
function forPort(piece: Buffer, port: number): Buffer {
  return Buffer.from(
    piece.toString("latin1").replace(/^host: 127\.0\.0\.1:\d+/im, `host: 127.0.0.1:${port}`),
    "latin1",
  );
}
