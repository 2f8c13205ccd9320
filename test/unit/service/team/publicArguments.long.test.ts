import { copyFileSync, readFileSync, utimesSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseServiceArguments } from "../../../../src/service/control/serviceArguments.ts";
import { listenOnPublicAddress } from "../../../../src/service/http/listener.ts";
import { createAddressMatcher } from "../../../../src/service/network/addressZone.ts";
import { findFreePort } from "../../../../src/service/network/freePort.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { startServiceProcess } from "../../../support/service/serviceProcess.ts";

const tlsFile = (name: string) => fileURLToPath(new URL(`../../../fixtures/tls/${name}`, import.meta.url));
const certificate = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];
const address = ["--listen", "0.0.0.0:8443", "--public-url", "https://fairlead.example.com"];
const parse = (...args: string[]) => parseServiceArguments(["--data", "d", ...args]).publicAddress;

test("a public address has a URL and a certificate or a proxy", () => {
  expect(parse()).toBeUndefined();
  expect(parse(...address, ...certificate)).toEqual({
    host: "0.0.0.0",
    port: 8443,
    url: "https://fairlead.example.com",
    tls: { certFile: join(process.cwd(), "cert.pem"), keyFile: join(process.cwd(), "key.pem") },
    trustedProxies: [],
  });
  const proxied = parse(
    "--listen",
    "[::]:80",
    "--public-url",
    "https://F.example:9/",
    "--trusted-proxy",
    "fd00::/8",
    "--trusted-proxy",
    "10.0.0.5",
  );
  expect(proxied).toEqual({
    host: "::",
    port: 80,
    url: "https://f.example:9",
    tls: undefined,
    trustedProxies: ["fd00::/8", "10.0.0.5"],
  });
});

test.each([
  [[...address], "--listen needs TLS"],
  [["--listen", "0.0.0.0:8443", ...certificate], "--listen needs --public-url"],
  [["--public-url", "https://f.example"], "need --listen"],
  [["--trusted-proxy", "10.0.0.5"], "need --listen"],
  [["--audit-days", "30"], "need --listen"],
  [[...address, ...certificate, "--audit-days", "0"], "--audit-days must be a number from 1 to 3650"],
  [certificate, "need --listen"],
  [[...address, "--tls-cert", "cert.pem"], "--tls-cert and --tls-key need each other"],
  [["--listen", "8443", ...address.slice(2), ...certificate], "--listen must be like"],
  [["--listen", "0.0.0.0:70000", ...address.slice(2), ...certificate], "--listen must be like"],
  [["--listen", "::1:80", ...address.slice(2), ...certificate], "--listen must be like"],
  ...["http://f.example", "f.example", "https://f.example/team", "https://f.example?a", "https://a:b@f.example"].map(
    (url): [string[], string] => [
      [...address.slice(0, 2), "--public-url", url, ...certificate],
      "--public-url must be like",
    ],
  ),
  ...["proxy.example", "10.0.0.0/33", "10.0.0", "::1/129", "10.0.0.0/"].map((proxy): [string[], string] => [
    [...address, "--trusted-proxy", proxy],
    "--trusted-proxy must be like",
  ]),
  [[...address, ...certificate, "--drain", "301"], "--drain must be a number"],
])("%j is refused", (args, message) => {
  expect(() => parse(...args)).toThrow(message);
});

test.each([
  ["10.1.2.3", true],
  ["11.1.2.3", false],
  ["192.168.0.7", true],
  ["192.168.0.8", false],
  ["fd00::1", true],
  ["fe80::1", false],
  ["proxy", false],
  ["", false],
])("whether %s is in the networks of proxies: %s", (one, expected) => {
  expect(createAddressMatcher(["10.0.0.0/8", "192.168.0.7", "fd00::/8"])(one)).toBe(expected);
});

test("the program listens at the public address, says so, and drains when it stops", async () => {
  const dataDir = createTemporaryFolder();
  const port = await findFreePort();
  const args = ["--listen", `127.0.0.1:${port}`, "--public-url", "https://service.example", "--drain", "60"];
  const tls = ["--tls-cert", tlsFile("service.pem"), "--tls-key", tlsFile("service.key")];
  const service = await startServiceProcess(["--data", dataDir, ...args, ...tls]);
  onTestFinished(() => service.signal("SIGKILL"));
  expect(service.hello?.url).toBe("https://service.example");
  expect(await readReadiness(port)).toBe(200);
  const second = await startServiceProcess(["--data", dataDir, ...args, ...tls]);
  expect((await second.ended).stderr).toContain("Stop it first: its address");
  service.signal("SIGTERM");
  await expect.poll(() => readReadiness(port)).toBe(503);
});

test.each([
  ["none.pem", "service.key", "no such file"],
  ["README.md", "service.key", "no start line"],
  ["service.pem", "renewed.key", "mismatch"],
])("the certificate %s with the key %s ends the start with the reason", async (cert, key, reason) => {
  const dataDir = createTemporaryFolder();
  const tls = ["--tls-cert", tlsFile(cert), "--tls-key", tlsFile(key)];
  const listen = ["--listen", `127.0.0.1:${await findFreePort()}`, "--public-url", "https://service.example"];
  const service = await startServiceProcess(["--data", dataDir, ...listen, ...tls]);
  const { code, stderr } = await service.ended;
  expect([service.hello, code]).toEqual([undefined, 1]);
  expect(stderr).toMatch(
    `fairlead service: The certificate ${tlsFile(cert)} with the key ${tlsFile(key)} cannot be used`,
  );
  expect(stderr).toContain(reason);
});

test("a renewed certificate is used without a restart, and a broken one is not", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = createTemporaryFolder();
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  let seconds = 1_000_000;
  const install = (cert: string, key: string) => {
    copyFileSync(tlsFile(cert), certFile);
    copyFileSync(tlsFile(key), keyFile);
    seconds += 10;
    for (const file of [certFile, keyFile]) utimesSync(file, seconds, seconds);
  };
  install("service.pem", "service.key");
  const port = await findFreePort();
  const publicAddress = { host: "127.0.0.1", port, url: "https://service.example", trustedProxies: [] };
  const listener = await listenOnPublicAddress(() => new Response(), { ...publicAddress, tls: { certFile, keyFile } });
  onTestFinished(() => listener.close(0));
  const first = await readCertificate(port);
  install("service.pem", "renewed.key");
  vi.advanceTimersByTime(60_000);
  expect((await readCertificate(port)).fingerprint256).toBe(first.fingerprint256);
  install("renewed.pem", "renewed.key");
  vi.advanceTimersByTime(60_000);
  expect((await readCertificate(port)).fingerprint256).not.toBe(first.fingerprint256);
});

function readCertificate(port: number): Promise<PeerCertificate> {
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>();
  const socket: TLSSocket = connect(
    { port, host: "127.0.0.1", servername: "service.example", rejectUnauthorized: false },
    () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    },
  );
  socket.once("error", reject);
  return promise;
}

function readReadiness(port: number): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const options = { host: "127.0.0.1", port, path: "/readyz", agent: false, servername: "service.example" } as const;
  const outgoing = request({ ...options, ca: readFileSync(tlsFile("authority.pem")) }, (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  outgoing.once("error", reject);
  outgoing.end();
  return promise;
}
