// Inherited descriptors. Each number is tried, and what can be read or written is used.
import * as fs from "node:fs";
import * as net from "node:net";

const numbers = Array.from({ length: 256 }, (_, index) => index);

function tryEach(use) {
  const found = [];
  for (const number of numbers) {
    try {
      found.push(use(number));
    } catch {
      // It is closed, or not for this use.
    }
  }
  return found.filter((one) => one !== undefined);
}

/** Reads of pipes and terminals would wait. */
const isWaiting = (number) => {
  const status = fs.fstatSync(number);
  return !status.isFile() && !status.isDirectory();
};

function readAt(number) {
  if (isWaiting(number)) return undefined;
  const bytes = Buffer.alloc(200);
  return `${number}: ${bytes.subarray(0, fs.readSync(number, bytes, 0, 200, 0)).toString("latin1")}`;
}

const textOf = (socket) =>
  new Promise((resolve) => {
    let text = "";
    socket
      .on("error", () => {})
      .on("data", (data) => {
        text += data;
      });
    socket.write?.("GET / HTTP/1.0\r\n\r\n");
    setTimeout(() => resolve(text), 500);
  });

export const attacks = {
  "read each descriptor": () => tryEach(readAt).join("\n"),
  "write to each file": () =>
    tryEach((number) => (fs.fstatSync(number).isFile() ? fs.writeSync(number, "trace") : undefined)),
  "change each file": () => tryEach((number) => (fs.fstatSync(number).isFile() ? fs.fchmodSync(number, 0o777) : 1)),
  "list what /proc/self/fd says": () =>
    fs.readdirSync("/proc/self/fd").map((number) => fs.readlinkSync(`/proc/self/fd/${number}`)),
  "read each descriptor by /dev/fd": () =>
    tryEach((number) => (number > 4 ? fs.readFileSync(`/dev/fd/${number}`, "latin1").slice(0, 200) : undefined)),
  "talk to each socket": async () => {
    // The first five are its own: input, output and the channel to the service.
    const sockets = tryEach((number) => {
      if (number < 5 || !fs.fstatSync(number).isSocket()) return undefined;
      return new net.Socket({ fd: number, readable: true, writable: true });
    });
    return (await Promise.all(sockets.map(textOf))).join("\n");
  },
  "accept on each socket": async () => {
    const servers = tryEach((number) => {
      if (number < 5 || !fs.fstatSync(number).isSocket()) return undefined;
      return net
        .createServer((socket) => socket.end("taken over"))
        .on("error", () => {})
        .listen({ fd: number });
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const server of servers) server.close();
  },
};
