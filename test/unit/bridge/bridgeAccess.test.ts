import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createBridgeAccess } from "../../../src/bridge/bridgeAccess.ts";
import { closeAtEnd } from "../../support/closeAtEnd.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { listenOnLoopback } from "../../support/network/listenOnLoopback.ts";

const folder = createTemporaryFolder(afterAll);
const { signal } = new AbortController();
let answer: [status: number, body: unknown];
let requests: string[];
const server = createServer(async (incoming, response) => {
  requests.push(`${incoming.url} ${incoming.headers.authorization} ${await text(incoming)}`);
  response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
});
const { url } = await closeAtEnd(listenOnLoopback(server));
const writeServiceFile = (values: object) =>
  writeFileSync(join(folder, "service.json"), JSON.stringify({ url, control: "c", pid: process.pid, ...values }));
const token = (expiresAt: number) => ({
  accessToken: "t",
  url: "http://a/mcp",
  expiresAt: new Date(expiresAt).toISOString(),
});

beforeEach(() => {
  requests = [];
  writeServiceFile({});
});

test("a token is asked for once, until it is cleared or ends in a minute", async () => {
  answer = [200, token(Date.now() + 120_000)];
  const access = createBridgeAccess(folder, "grt_1", 0);
  expect(await access.read(signal)).toEqual({ token: "t", url: "http://a/mcp" });
  await access.read(signal);
  expect(requests).toEqual(['/local/grants/token Bearer c {"grantId":"grt_1"}']);
  access.clear();
  answer = [200, token(Date.now() + 59_000)];
  await access.read(signal);
  await access.read(signal);
  expect(requests).toHaveLength(3);
});

const notRunning = /^The local service of Fairlead is not running\. Open VS Code/;
test.each<[file: object, status: number, body: unknown, error: string | RegExp]>([
  [{ url: 1 }, 200, {}, notRunning],
  [{ control: 1 }, 200, {}, notRunning],
  [{ pid: "1" }, 200, {}, notRunning],
  [{}, 401, { detail: "No." }, notRunning],
  [{}, 500, { detail: "No." }, notRunning],
  [{}, 404, { detail: "No." }, 'No. Use the server again in VS Code: "Use In...".'],
  [{}, 404, {}, 'The service answered 404. Use the server again in VS Code: "Use In...".'],
  [{}, 409, { detail: "Not deployed." }, /^Not deployed\.$/],
  [{}, 200, { accessToken: "t" }, "The service answered 200."],
  [{}, 200, { url: "u" }, "The service answered 200."],
])("with %j in the file and the answer %d %j, it fails", async (file, status, body, error) => {
  writeServiceFile(file);
  answer = [status, body];
  const access = createBridgeAccess(folder, "grt_1", 0);
  await expect(access.read(signal)).rejects.toThrow(error);
  // A failure is not kept.
  writeServiceFile({});
  answer = [200, token(Date.now() + 120_000)];
  expect(await access.read(signal)).toMatchObject({ token: "t" });
});
