import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Two sockets that are connected to each other, and to nothing else. */
export async function createSocketPair(): Promise<readonly [Socket, Socket]> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }).listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const one = connect({
      port: (server.address() as AddressInfo).port,
      host: "127.0.0.1",
      allowHalfOpen: true,
      noDelay: true,
    });
    const other = new Promise<Socket>((resolve) => {
      server.on("connection", (socket) => {
        // Another program of this machine may be faster.
        if (socket.remotePort === one.localPort) resolve(socket);
        else socket.destroy();
      });
    });
    await once(one, "connect");
    return [one, await other];
  } finally {
    server.close();
  }
}
