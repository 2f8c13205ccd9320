import { once } from "node:events";
import { createServer } from "node:http";
import { connect, createServer as createTcpServer, type Socket } from "node:net";
import { text as readText } from "node:stream/consumers";
import { expect, test } from "vitest";
import { type AllowedHosts, createServerEgress } from "../../../../../src/service/deployments/runners/serverEgress.ts";
import type { AddressZone } from "../../../../../src/service/network/addressZone.ts";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { listenOnLoopback } from "../../../../support/network/listenOnLoopback.ts";

async function start(hosts: Partial<AllowedHosts>, userZone?: AddressZone) {
  const refused: string[] = [];
  const egress = createServerEgress({
    readAllowedHosts: () => ({ byUser: [], byVersion: [], ...hosts }),
    onRefused: (host, reason) => refused.push(`${host} ${reason}`),
    userZone,
  });
  const proxy = createServer(egress.forward);
  const tunnels: Socket[] = [];
  proxy.on("connect", (request, socket: Socket, head) => {
    tunnels.push(socket.on("error", () => socket.destroy()));
    socket.unshift(head);
    void egress.tunnel(request.url ?? "", socket);
  });
  const { port } = closeAfterTest(await listenOnLoopback(proxy));
  /** Sends a text and returns all that is answered until the end or the first data. */
  const send = async (text: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(text);
    return readText(socket);
  };
  const openTunnel = async (authority: string) => {
    const answer = await send(
      `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    return answer.split("\r\n")[0];
  };
  return { refused, tunnels, port, send, openTunnel };
}

/** An upstream that sends a text again and again, and does not end its side when the other side ends. */
async function startEndlessUpstream(text: string) {
  const closed = Promise.withResolvers<void>();
  let received = "";
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    const sendMore = () => {
      while (text !== "" && !socket.destroyed && socket.write(text));
    };
    socket.on("drain", sendMore).once("error", () => closed.resolve());
    socket
      .once("end", () => closed.resolve())
      .on("data", (chunk) => {
        received += String(chunk);
      });
    sendMore();
  });
  const { port } = closeAfterTest(await listenOnLoopback(server));
  return { port, received: () => received, closed: closed.promise };
}

async function startUpstream() {
  const heads: string[] = [];
  const server = createServer((request, response) => {
    heads.push([`${request.method} ${request.url}`, ...request.rawHeaders].join("\n"));
    response.end("ok");
  });
  const { port } = closeAfterTest(await listenOnLoopback(server));
  return { heads, port };
}

test("a host of the version is reached at its port only", async () => {
  const upstream = await startUpstream();
  const host = `127.0.0.1:${upstream.port}`;
  const proxy = await start({ byVersion: [host] });
  expect(await proxy.openTunnel(host)).toBe("HTTP/1.1 200 Connection Established");
  expect(await proxy.openTunnel("127.0.0.1:1")).toBe("HTTP/1.1 403 Host Not Allowed");
  expect(proxy.refused).toEqual(["127.0.0.1:1 unknown"]);
});

test("a host that the user names without a port is reached at any", async () => {
  const upstream = await startUpstream();
  const proxy = await start({ byUser: ["127.0.0.1"] });
  expect(await proxy.openTunnel(`127.0.0.1:${upstream.port}`)).toContain("200");
});

test("a name of the version does not lead to this machine, unless the user names it", async () => {
  const { port } = await startUpstream();
  const names = ["0177.0.0.1", "localhost.localdomain"];
  for (const name of names) {
    const proxy = await start({ byVersion: [`${name}:${port}`] });
    expect(await proxy.openTunnel(`${name}:${port}`)).not.toContain("200");
  }
  const named = await start({ byUser: [`localhost:${port}`] });
  expect(await named.openTunnel(`LOCALHOST:${port}`)).toContain("200");
});

test("a server of a team does not reach the machine of the service by any name", async () => {
  const upstream = await startUpstream();
  const name = `127.0.0.1:${upstream.port}`;
  for (const hosts of [
    { byUser: [name] },
    { byVersion: [name] },
    { byUser: ["localhost"], byVersion: ["localhost"] },
  ]) {
    const proxy = await start(hosts, "private");
    const host = hosts.byUser?.[0] === "localhost" ? `localhost:${upstream.port}` : name;
    expect(await proxy.openTunnel(host)).toBe("HTTP/1.1 403 Host Not Allowed");
    expect(proxy.refused).toEqual([`${host} service`]);
  }
});

test.each(["169.254.169.254", "[fd00:ec2::254]", "0.0.0.0"])(
  "%s is never reached, not even for the user",
  async (host) => {
    const proxy = await start({ byUser: [host] });
    expect(await proxy.openTunnel(`${host}:80`)).toBe("HTTP/1.1 403 Host Not Allowed");
  },
);

test.each(["", "host", "host:0", "host:70000", "host:80/path", "user@host:80", "a b:80"])(
  "CONNECT %j is refused",
  async (authority) => {
    const proxy = await start({ byUser: ["host", "user@host"] });
    expect(await proxy.openTunnel(authority)).not.toContain("200");
  },
);

test("a failed connection has its cause in the status", async () => {
  const proxy = await start({ byUser: ["127.0.0.1", "nowhere.invalid"] });
  expect(await proxy.openTunnel("127.0.0.1:1")).toBe("HTTP/1.1 502 ECONNREFUSED");
  expect(await proxy.openTunnel("nowhere.invalid:80")).toMatch(/^HTTP\/1\.1 4(04 ENOTFOUND|24 EAI_AGAIN)$/);
});

test.each([
  ["sends endlessly", "aborts its tunnel", "x".repeat(65_536), (socket: Socket) => socket.resetAndDestroy()],
  ["sends endlessly", "closes its tunnel", "x".repeat(65_536), (socket: Socket) => socket.destroy()],
  ["is silent", "aborts its tunnel", "", (socket: Socket) => socket.resetAndDestroy()],
  ["is silent", "closes its tunnel", "", (socket: Socket) => socket.destroy()],
])("to an upstream that %s and never ends, a server that %s leaves no connection", async (_, __, text, leave) => {
  const upstream = await startEndlessUpstream(text);
  const proxy = await start({ byUser: ["127.0.0.1"] });
  const socket = connect(proxy.port, "127.0.0.1");
  socket.write(`CONNECT 127.0.0.1:${upstream.port} HTTP/1.1\r\nHost: x\r\n\r\nlast words`);
  await once(socket, "data");
  socket.pause();
  const [tunnel] = proxy.tunnels;
  await expect.poll(upstream.received).toBe("last words");
  if (text !== "") await expect.poll(() => tunnel?.writableNeedDrain).toBe(true);
  leave(socket);
  await upstream.closed;
  await expect.poll(() => tunnel?.destroyed).toBe(true);
});

test("a plain request is forwarded to the host of its URL, without the headers for the proxy", async () => {
  const upstream = await startUpstream();
  const host = `127.0.0.1:${upstream.port}`;
  const proxy = await start({ byVersion: [host] });
  const answer = await proxy.send(
    `GET http://${host}/a?b=c HTTP/1.1\r\nHost: ${host}\r\nProxy-Authorization: Basic eA==\r\nX-Own: 1\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(upstream.heads[0]).toMatch(/^GET \/a\?b=c\n/);
  expect(upstream.heads[0]?.toLowerCase()).toContain("x-own\n1");
  expect(upstream.heads[0]?.toLowerCase()).not.toContain("proxy-");
});

test("a plain request to an https URL is not sent without encryption", async () => {
  const upstream = await startUpstream();
  const proxy = await start({ byVersion: [`127.0.0.1:${upstream.port}`] });
  const url = `https://127.0.0.1:${upstream.port}/`;
  await proxy.send(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(upstream.heads).toEqual([]);
});

test.each(["http://elsewhere.example/", "https://127.0.0.1/", "/relative", "ftp://127.0.0.1/"])(
  "a plain request to %s is refused",
  async (url) => {
    const proxy = await start({ byVersion: ["127.0.0.1"] });
    expect(await proxy.send(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).not.toMatch(
      /^HTTP\/1\.1 200/,
    );
  },
);
