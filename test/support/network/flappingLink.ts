import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Random } from "../createRandom.ts";

export interface FlappingLink {
  readonly url: string;
  /** The number of interruptions. */
  downs(): number;
  /** Ends all interruptions and delays. */
  settle(): void;
  close(): Promise<void>;
}

const upMs = [10, 120] as const;
const downMs = [5, 60] as const;
const slowestMs = 25;

/** A connection to a local port that breaks and recovers at random, with random delays. */
export async function startFlappingLink(port: number, random: Random): Promise<FlappingLink> {
  const sockets = new Set<Socket>();
  let state: "up" | "down" | "steady" = "up";
  let downs = 0;
  let timer: NodeJS.Timeout | undefined;
  const toggle = () => {
    if (state === "steady") return;
    state = state === "up" ? "down" : "up";
    if (state === "down") {
      downs += 1;
      for (const socket of sockets) socket.resetAndDestroy();
    }
    const [from, to] = state === "up" ? upMs : downMs;
    timer = setTimeout(toggle, random.int(from, to));
  };
  const server = createServer((clientSocket) => {
    if (state === "down") return void clientSocket.resetAndDestroy();
    const targetSocket = connect(port, "127.0.0.1");
    for (const [socket, other] of [[clientSocket, targetSocket] as const, [targetSocket, clientSocket] as const]) {
      sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
      socket.on("data", (piece) => {
        const forwarded = socket === clientSocket ? replaceHostPort(piece, port) : piece;
        // Pausing keeps the pieces in order.
        socket.pause();
        setTimeout(
          () => other.write(forwarded, () => socket.resume()),
          state === "steady" ? 0 : random.int(0, slowestMs),
        );
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  timer = setTimeout(toggle, random.int(...upMs));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    downs: () => downs,
    settle: () => {
      state = "steady";
      clearTimeout(timer);
    },
    close: async () => {
      state = "steady";
      clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The service accepts only its own host name. */
export function replaceHostPort(piece: Buffer, port: number): Buffer {
  return Buffer.from(
    piece.toString("latin1").replace(/^host: 127\.0\.0\.1:\d+/im, `host: 127.0.0.1:${port}`),
    "latin1",
  );
}
