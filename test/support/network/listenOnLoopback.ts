import { once } from "node:events";
import type { Server, Socket } from "node:net";

export interface LoopbackServer {
  readonly port: number;
  /** Without TLS, and without a slash at its end. */
  readonly url: string;
  /** Ends the open connections too, also those of proxies and of WebSockets. */
  close(): Promise<void>;
}

/** Lets a server, also one of HTTP, listen on a free port of this machine. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      if (!server.listening) return;
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
