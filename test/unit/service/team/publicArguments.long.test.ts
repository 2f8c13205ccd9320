import { copyFileSync, readFileSync, utimesSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { connect, type PeerCertificate, type TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { listenOnPublicAddress } from "../../../../src/service/http/listener.ts";
import { findFreePort } from "../../../../src/service/network/freePort.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { startServiceProcess } from "../../../support/service/serviceProcess.ts";

const tlsFile = (name: string) => fileURLToPath(new URL(`../../../fixtures/tls/${name}`, import.meta.url));

test("the program listens at the public address, says so, and drains when it stops", async () => {
  const dataDir = createTemporaryFolder();
  const port = await findFreePort();
  const args = ["--listen", `127.0.0.1:${port}`, "--public-url", "https://service.example", "--drain", "60"];
  const tls = ["--tls-cert", tlsFile("service.pem"), "--tls-key", tlsFile("service.key")];
  const service = closeAfterTest(await startServiceProcess(["--data", dataDir, ...args, ...tls]));
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
