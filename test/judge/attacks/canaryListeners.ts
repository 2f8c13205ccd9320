import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";

/** Listeners that attacks must not reach. Each sends a secret to every client that connects. */
export type CanaryListeners = Awaited<ReturnType<typeof startCanaryListeners>>;

export async function startCanaryListeners(home: string, nonce: string, secret: string) {
  const seen: string[] = [];
  const open: { close(): unknown }[] = [];
  const listen = async (name: string, options: { port?: number; host?: string; path?: string }): Promise<number> => {
    const server = createServer((socket) => {
      seen.push(`a connection to ${name}`);
      // A client that sends HTTP gets a response, and another one the secret as a line.
      socket
        .on("error", () => undefined)
        .once("data", () => {
          socket.end(
            `HTTP/1.1 200 ${secret}\r\nContent-Length: ${secret.length}\r\nConnection: close\r\n\r\n${secret}`,
          );
        });
    });
    server.on("error", () => undefined).listen(options);
    open.push(server);
    await Promise.race([once(server, "listening"), once(server, "error")]);
    return portOf(server);
  };
  const bind = async (type: "udp4" | "udp6", host: string): Promise<number> => {
    const socket = createSocket(type);
    socket.on("message", (_, from) => {
      seen.push(`a datagram to ${host}`);
      socket.send(secret, from.port, from.address);
    });
    socket.on("error", () => undefined).bind(0, host);
    open.push(socket);
    await Promise.race([once(socket, "listening"), once(socket, "error")]);
    return socket.address().port;
  };
  const ownAddress = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;
  const targets = {
    tcpPort: await listen("127.0.0.1", { port: 0, host: "127.0.0.1" }),
    tcp6Port: await listen("::1", { port: 0, host: "::1" }),
    anyPort: await listen("all addresses", { port: 0, host: ownAddress ?? "127.0.0.1" }),
    ownAddress: ownAddress ?? "127.0.0.1",
    udpPort: await bind("udp4", "127.0.0.1"),
    udp6Port: await bind("udp6", "::1"),
    unixSocket: join(home, "canary.sock"),
    agentSocket: join(home, "agent.1.sock"),
    engineSocket: join(home, "docker.sock"),
    abstractSocket: `fairlead-${nonce}`,
  };
  for (const path of [targets.unixSocket, targets.agentSocket, targets.engineSocket]) await listen(path, { path });
  await listen("an abstract socket", { path: `\0${targets.abstractSocket}` });
  return {
    targets,
    /** The connections since the last call. */
    takeSeen: () => seen.splice(0),
    close: () => {
      for (const one of open) one.close();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}
