import { once } from "node:events";
import { get } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { fetchDocument } from "../../../../src/service/generation/fetchDocument.ts";
import { getAddressZone, getReachedZone, isCloserZone } from "../../../../src/service/network/addressZone.ts";
import { createCheckedLookup } from "../../../../src/service/network/guardedRequest.ts";
import { startRawServer } from "../../../support/network/rawServer.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";

const { signal } = new AbortController();

test("a document is fetched from loopback, through redirects, without credentials", async () => {
  const seen: (string | undefined)[] = [];
  const url = await startHttpServer((request, response) => {
    seen.push(request.headers.authorization, request.headers.cookie);
    if (request.url === "/old") response.writeHead(302, { Location: "/new" }).end();
    else response.end("\uFEFF{}");
  });
  expect(await fetchDocument(`${url}/old`, undefined, signal)).toBe("{}");
  expect(seen).toEqual([undefined, undefined, undefined, undefined]);
});

test("an error status, a redirect loop, an unsupported scheme and an unreachable host each reject with the reason", async () => {
  const url = await startHttpServer((request, response) => {
    if (request.url === "/missing") response.writeHead(404).end();
    else if (request.url === "/loop") response.writeHead(301, { Location: "/loop" }).end();
    else response.writeHead(302, { Location: "file:///etc/passwd" }).end();
  });
  await expect(fetchDocument(`${url}/missing`, undefined, signal)).rejects.toThrow("answered 404");
  await expect(fetchDocument(`${url}/loop`, undefined, signal)).rejects.toThrow("redirects more than 5 times");
  await expect(fetchDocument(`${url}/file`, undefined, signal)).rejects.toThrow("file: URLs cannot be fetched");
  await expect(fetchDocument("http://127.0.0.1:1/", undefined, signal)).rejects.toThrow("could not be fetched");
  await expect(fetchDocument("http://nowhere.invalid/", undefined, signal)).rejects.toThrow("could not be fetched");
});

test("an endless document is rejected at the limit", async () => {
  const url = await startHttpServer((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const more = (): void => void response.write(chunk, (error) => error ?? more());
    more();
  });
  await expect(fetchDocument(url, undefined, signal)).rejects.toThrow("more than");
});

test("a server that switches protocols counts as one without a response", async () => {
  const server = await startRawServer((socket) =>
    socket.write("HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
  );
  onTestFinished(() => server.close());
  await expect(fetchDocument(server.url, undefined, signal)).rejects.toThrow("closed without a response");
});

test("a document without a length whose connection breaks is rejected", async () => {
  const stop = new AbortController();
  const server = await startRawServer(async (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nopenapi: 3.1.0\n");
    // Client and server share this process: after some event loop turns the client has read the beginning.
    for (let round = 0; round < 10; round += 1) await new Promise((next) => setImmediate(next));
    stop.abort(new Error("enough"));
  });
  onTestFinished(() => server.close());
  await expect(fetchDocument(server.url, undefined, stop.signal)).rejects.toThrow("enough");
});

test("the addresses of a host in the same zone are tried in turn, such as ::1 and 127.0.0.1", async () => {
  const url = new URL(await startHttpServer((_, response) => response.end("{}")));
  url.hostname = "three.test";
  const found = [
    { address: "::1", family: 6 },
    { address: "10.0.0.1", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  const checked: string[] = [];
  const lookup = createCheckedLookup(
    (address) => checked.push(address),
    (_name, _options, callback) => process.nextTick(callback, null, found),
  );
  const [response] = await once(get(url, { lookup, agent: false }), "response");
  response.resume();
  expect([response.statusCode, response.socket.remoteAddress, checked]).toEqual([200, "127.0.0.1", ["::1"]]);
});

test("metadata services are not requested, neither directly nor through a redirect", async () => {
  const url = await startHttpServer((_, response) =>
    response.writeHead(302, { Location: "http://169.254.169.254/latest" }).end(),
  );
  for (const target of [
    url,
    "http://169.254.169.254/",
    "http://[fe80::1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://0.0.0.0/",
  ]) {
    await expect(fetchDocument(target, undefined, signal)).rejects.toThrow("is not allowed");
  }
});

test("an aborted fetch ends at once", async () => {
  const url = await startHttpServer(() => {});
  const controller = new AbortController();
  const fetching = fetchDocument(url, undefined, controller.signal);
  controller.abort(new Error("enough"));
  await expect(fetching).rejects.toThrow();
});

test("each address of this machine is loopback, also one that other machines reach", () => {
  const own = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  const reached = own.filter((address) => getAddressZone(address) !== "never");
  expect(reached.length).toBeGreaterThan(0);
  expect(reached.map(getReachedZone)).toEqual(reached.map(() => "loopback"));
});

test("addresses are classified as public, private, loopback or never allowed", () => {
  const zones = {
    public: ["93.184.216.34", "2606:2800:220:1::1", "172.32.0.1"],
    private: ["10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fd00::1", "::ffff:10.0.0.1"],
    loopback: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"],
    never: ["169.254.169.254", "0.0.0.0", "::", "fe80::1", "224.0.0.1", "255.255.255.255", "ff02::1"],
  };
  for (const [zone, addresses] of Object.entries(zones)) {
    for (const address of addresses) expect([address, getAddressZone(address)]).toEqual([address, zone]);
  }
  expect([
    isCloserZone("public", "private"),
    isCloserZone("private", "loopback"),
    isCloserZone("loopback", "public"),
  ]).toEqual([true, true, false]);
});

test("an IPv6 address that leads to an IPv4 address has the zone of that address", () => {
  const forms = {
    mapped: (high: string, low: string) => `::ffff:${high}:${low}`,
    compatible: (high: string, low: string) => `::${high}:${low}`,
    translated: (high: string, low: string) => `::ffff:0:${high}:${low}`,
    nat64: (high: string, low: string) => `64:ff9b::${high}:${low}`,
    "local NAT64": (high: string, low: string) => `64:ff9b:1::${high}:${low}`,
    "6to4": (high: string, low: string) => `2002:${high}:${low}::1`,
  };
  const zones = { "5db8:d822": "public", "0a00:0001": "private", "7f00:0001": "loopback", "a9fe:a9fe": "never" };
  for (const [name, toIpv6] of Object.entries(forms)) {
    for (const [address, zone] of Object.entries(zones)) {
      const [high = "", low = ""] = address.split(":");
      expect([name, address, getAddressZone(toIpv6(high, low))]).toEqual([name, address, zone]);
    }
  }
  expect(getAddressZone("64:ff9b::93.184.216.34")).toBe("public");
  expect(getAddressZone("::10.1.2.3")).toBe("private");
  // Other forms of local NAT64 do not say where the IPv4 address is.
  expect(getAddressZone("64:ff9b:1:5db8:d8:2200::")).toBe("never");
});

test("the metadata addresses of clouds are never allowed, also in private networks", () => {
  const metadata = [
    "169.254.170.2",
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:c1::a9fe:a9fe",
    "fd00:42::42",
    "100.100.100.200",
    "192.0.0.192",
    "168.63.129.16",
    "64:ff9b::6464:64c8",
  ];
  for (const address of metadata) expect([address, getAddressZone(address)]).toEqual([address, "never"]);
});
