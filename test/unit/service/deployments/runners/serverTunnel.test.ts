import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type AllowedHosts, createServerEgress } from "../../../../../src/service/deployments/runners/serverEgress.ts";
import { openServerTunnel } from "../../../../../src/service/deployments/runners/serverTunnel.ts";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { listenOnLoopback } from "../../../../support/network/listenOnLoopback.ts";

async function openDoor(byUser: readonly string[] = [], mostPerSecond?: number) {
  const path = join(createTemporaryFolder(), "socket");
  const hosts: AllowedHosts = { byUser, byVersion: [] };
  const tunnel = await openServerTunnel(
    path,
    createServerEgress({ readAllowedHosts: () => hosts, onRefused: () => {}, userZone: undefined }),
    mostPerSecond,
  );
  onTestFinished(() => tunnel.close());
  return { tunnel, path };
}

/** A host that answers each connection with these bytes, and keeps what it received. */
async function startHost(response: string) {
  const received: string[] = [];
  const host = createServer((socket) => {
    socket
      .on("error", () => {})
      .on("data", (data) => {
        received.push(data.toString("latin1"));
        socket.write(response, "latin1");
      });
  });
  const { port } = closeAfterTest(await listenOnLoopback(host));
  return { received, name: `127.0.0.1:${port}` };
}

/** Sends bytes to the tunnel and returns the head of the response, or an empty text after its end. */
async function send(path: string, request: string): Promise<string> {
  const socket = connect(path);
  let text = "";
  socket.on("error", () => {}).on("data", (data) => (text += data.toString("latin1")));
  socket.write(request, "latin1");
  while (!text.includes("\r\n\r\n") && !socket.closed)
    await Promise.race([once(socket, "data"), once(socket, "close")]);
  socket.destroy();
  return text;
}

describe("a request that a server sends to a host", () => {
  test.each([
    ["a status below 100", "HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n"],
    ["a control character in its reason", "HTTP/1.1 200 \x01\r\nContent-Length: 0\r\n\r\n"],
    ["a trailer without chunks", "HTTP/1.1 200 OK\r\nTrailer: X\r\nContent-Length: 0\r\n\r\n"],
    ["another protocol", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"],
    ["no HTTP", "no HTTP\r\n\r\n"],
  ])("fails with 502 if the host answers with %s", async (_, response) => {
    const { name } = await startHost(response);
    const { path } = await openDoor([name]);
    expect(await send(path, `GET http://${name}/ HTTP/1.1\r\nHost: ${name}\r\n\r\n`)).toMatch(/^HTTP\/1.1 502 /);
  });

  test("names the host of its URL, whatever its header says", async () => {
    const { name, received } = await startHost("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const { path } = await openDoor([name]);
    await send(path, `GET http://${name}/ HTTP/1.1\r\nHost: other.example\r\n\r\n`);
    expect(received.join("")).toMatch(new RegExp(`^host: ${name}\r$`, "im"));
    expect(received.join("")).not.toContain("other.example");
  });
});

test("a server holds a limited number of connections, and gets others after their end", async () => {
  const { path } = await openDoor();
  const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  const open: Socket[] = [];
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
  });
  const isRefused = async () => {
    const socket = connect(path).on("error", () => {});
    open.push(socket);
    socket.write(request);
    return new Promise<boolean>((resolve) => {
      socket.once("data", () => resolve(false)).once("close", () => resolve(true));
    });
  };
  while (!(await isRefused())) expect(open.length).toBeLessThan(2000);
  for (const socket of open) socket.destroy();
  await Promise.all(open.map((socket) => socket.closed || once(socket, "close")));
  await expect.poll(() => send(path, request)).toMatch(/^HTTP/);
});

test("the oldest calls of a server that answers none are given up", async () => {
  const { tunnel } = await openDoor();
  tunnel.attach({ listen: () => {}, send: () => {}, kill: () => {} });
  const ended: number[] = [];
  const calls = Array.from({ length: 1034 }, (_, index) => tunnel.endpoint.connect().catch(() => ended.push(index)));
  await Promise.all(calls.slice(0, 10));
  expect(ended).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("the names of one server are looked up one at a time, and a name once for all that wait", async () => {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const egress = createServerEgress({
    userZone: undefined,
    readAllowedHosts: () => ({ byUser: ["a.example", "b.example"], byVersion: [] }),
    onRefused: () => {},
    resolve: (hostname, _, callback) => {
      asked.push(hostname);
      waiting.push(() => callback(new Error("unknown"), []));
    },
  });
  const ends = ["a.example:1", "a.example:2", "b.example:1"].map((authority) => {
    const socket = new PassThrough();
    void egress.tunnel(authority, socket);
    return once(socket.setEncoding("utf8"), "data");
  });
  await expect.poll(() => asked).toEqual(["a.example"]);
  waiting[0]?.();
  await expect.poll(() => asked).toEqual(["a.example", "b.example"]);
  waiting[1]?.();
  for (const [text] of await Promise.all(ends)) expect(text).toMatch(/^HTTP\/1.1 502 /);
});

describe("a process that floods its tunnel is killed", () => {
  const request = "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n";

  async function flood(texts: readonly string[], mostPerSecond?: number) {
    const { tunnel, path } = await openDoor([], mostPerSecond);
    let kills = 0;
    tunnel.attach({ listen: () => {}, send: () => {}, kill: () => (kills += 1) });
    const heads = [];
    for (const text of texts) heads.push((await send(path, text).catch(() => "")).slice(0, 12));
    return { heads, isKilled: kills > 0 };
  }

  test("when it sends many requests before it has a response", async () => {
    expect(await flood([request.repeat(8)])).toEqual({ heads: ["HTTP/1.1 403"], isKilled: false });
    expect((await flood([request.repeat(9)])).isKilled).toBe(true);
  });

  test.each([
    request,
    "CONNECT a.example:80 HTTP/1.1\r\n\r\n",
    "GET http://a.example/ HTTP/1.1\r\n\r\n",
    request.replace("\r\n\r\n", "\r\nExpect: much\r\n\r\n"),
  ])("when it connects and sends too much in a second: %j", async (text) => {
    const now = vi.spyOn(performance, "now").mockReturnValue(1000);
    expect((await flood([text, text], 4)).isKilled).toBe(false);
    expect((await flood([text, text, text], 4)).isKilled).toBe(true);
    let ms = 1000;
    now.mockImplementation(() => (ms += 1000));
    expect((await flood([text, text, text], 4)).isKilled).toBe(false);
    now.mockRestore();
  });

  test("when it opens many connections, or what is no HTTP", async () => {
    const now = vi.spyOn(performance, "now").mockReturnValue(1000);
    const nonsense = "nonsense\r\n\r\n";
    expect((await flood([nonsense, nonsense, nonsense], 2)).isKilled).toBe(true);
    now.mockRestore();
  });
});
