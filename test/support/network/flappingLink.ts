import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { Random } from "../simulated/conventions/random.ts";

export interface FlappingLink {
  readonly url: string;
  /** How often it went down. */
  downs(): number;
  /** From now on it is up and quick. */
  settle(): void;
  close(): Promise<void>;
}

const upMs = [10, 120] as const;
const downMs = [5, 60] as const;
const slowestMs = 25;

/** A way to a local port that breaks and comes back at random, and is slow in between. */
export async function startFlappingLink(port: number, random: Random): Promise<FlappingLink> {
  const sockets = new Set<Socket>();
  let state: "up" | "down" | "steady" = "up";
  let downs = 0;
  let timer: NodeJS.Timeout | undefined;
  const turn = () => {
    if (state === "steady") return;
    state = state === "up" ? "down" : "up";
    if (state === "down") {
      downs += 1;
      for (const socket of sockets) socket.resetAndDestroy();
    }
    const [from, to] = state === "up" ? upMs : downMs;
    timer = setTimeout(turn, random.int(from, to));
  };
  const server = createServer((near) => {
    if (state === "down") return void near.resetAndDestroy();
    const far = connect(port, "127.0.0.1");
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
      socket.on("data", (piece) => {
        const passed = socket === near ? replaceHostPort(piece, port) : piece;
        // The next piece waits for this one, so that none overtakes another.
        socket.pause();
        setTimeout(() => other.write(passed, () => socket.resume()), state === "steady" ? 0 : random.int(0, slowestMs));
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  timer = setTimeout(turn, random.int(...upMs));
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

/** The service answers to its own name only. */
export function replaceHostPort(piece: Buffer, port: number): Buffer {
  return Buffer.from(
    piece.toString("latin1").replace(/^host: 127\.0\.0\.1:\d+/im, `host: 127.0.0.1:${port}`),
    "latin1",
  );
}
