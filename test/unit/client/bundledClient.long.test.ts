import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { bundleClient } from "../../support/client/bundleClient.ts";
import { meResponse } from "../../support/client/scriptedClient.ts";
import { formatHttpResponse, startRawServer } from "../../support/network/rawServer.ts";
import { authorityFile, startSecureServer } from "../../support/network/secureServer.ts";

const program = fileURLToPath(new URL("../../support/client/clientProcess.cjs", import.meta.url));
const outcomeSchema = z.looseObject({ isUntouched: z.boolean() });

const bundle = await bundleClient();
afterAll(() => bundle.remove());

async function callWith(options: object, env: Readonly<Record<string, string>> = {}) {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [program, bundle.file, JSON.stringify(options)], { env });
  return outcomeSchema.parse(JSON.parse(stdout));
}

test("the bundled client does not change the global fetch", async () => {
  const server = await startRawServer((socket) => socket.write(formatHttpResponse(200, meResponse)));
  expect(await callWith({ baseUrl: server.url })).toEqual({ name: "Someone", isUntouched: true });
  await server.close();
});

test("the bundled client is smaller than 900 kB", () => {
  expect(bundle.bytes).toBeLessThan(900_000);
});

test("a certificate of an unknown authority is rejected, and the message has advice", async () => {
  const server = await startSecureServer(meResponse);
  const outcome = await callWith({ baseUrl: `https://localhost:${server.port}` });
  expect(outcome).toMatchObject({ error: "NetworkError", message: expect.stringContaining("not trusted here") });
  await server.close();
});

test("a private authority in NODE_EXTRA_CA_CERTS is trusted", async () => {
  const server = await startSecureServer(meResponse);
  const environment = { NODE_EXTRA_CA_CERTS: fileURLToPath(authorityFile) };
  const outcome = await callWith({ baseUrl: `https://localhost:${server.port}` }, environment);
  expect(outcome).toEqual({ name: "Someone", isUntouched: true });
  await server.close();
});

test("a private authority of the system is trusted unless only bundled authorities are allowed", async () => {
  const server = await startSecureServer(meResponse);
  const environment = { SSL_CERT_FILE: fileURLToPath(authorityFile) };
  const baseUrl = `https://localhost:${server.port}`;
  expect(await callWith({ baseUrl }, environment)).toMatchObject({ name: "Someone" });
  const outcome = await callWith({ baseUrl, network: { caCertificates: "bundled" } }, environment);
  expect(outcome).toMatchObject({ error: "NetworkError" });
  await server.close();
});
