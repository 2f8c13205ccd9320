import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { listenOnLoopback } from "../../support/network/listenOnLoopback.ts";
import { sendWithToken } from "../../support/service/sendWithToken.ts";
import { startServiceProcess } from "../../support/service/serviceProcess.ts";

async function start(dataDir: string, ...more: string[]) {
  const service = closeAfterTest(await startServiceProcess(["--data", dataDir, ...more]));
  const { hello } = service;
  if (!hello) throw new Error(`No hello: ${(await service.ended).stderr}`);
  return { ...service, hello };
}

const readControlToken = (dataDir: string): string =>
  JSON.parse(readFileSync(join(dataDir, "service.json"), "utf8")).control;

/** Calls the control API. */
function callControlApi(
  url: string,
  token: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
) {
  return sendWithToken(`${url}/local/${path}`, token, { method, headers });
}

const fetchIdentity = (url: string, key = "") =>
  fetch(`${url}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } });

test("the first start in a folder prints one line with a key, and a later start prints no key", async () => {
  const dataDir = createTemporaryFolder();
  const first = await start(dataDir);
  expect(first.hello).toMatchObject({ pid: first.pid, url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  expect((await fetchIdentity(first.hello.url, first.hello.key)).status).toBe(200);
  first.signal("SIGTERM");
  expect((await first.ended).code).toBe(0);
  const second = await start(dataDir);
  expect(second.hello).toEqual({ url: first.hello.url, pid: second.pid });
  expect((await fetchIdentity(first.hello.url, first.hello.key)).status).toBe(200);
});

test("only the owner can read the files of the data folder, and a clean stop removes service.json", async () => {
  const dataDir = join(createTemporaryFolder(), "data");
  const service = await start(dataDir);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(dataDir))
    expect([name, statSync(join(dataDir, name)).mode & 0o077]).toEqual([name, 0]);
  service.signal("SIGINT");
  await service.ended;
  expect(readdirSync(dataDir)).not.toContain("service.json");
});

test("when several services start at once, or one later, one runs and the others print its address and end", async () => {
  const dataDir = createTemporaryFolder();
  const all = await Promise.all(Array.from({ length: 4 }, () => start(dataDir)));
  const owners = all.filter(({ hello }) => hello.running === undefined);
  expect(owners).toHaveLength(1);
  for (const other of [...all.filter(({ hello }) => hello.running), await start(dataDir)]) {
    expect(other.hello.running).toBe(true);
    expect((await other.ended).code).toBe(0);
  }
  expect(new Set(all.map(({ hello }) => `${hello.url} ${hello.pid}`)).size).toBe(1);
});

test("after SIGKILL the next start succeeds at once and has all acknowledged changes", async () => {
  const dataDir = createTemporaryFolder();
  const first = await start(dataDir);
  const headers = { Authorization: `Bearer ${first.hello.key}`, "Content-Type": "application/json" };
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (let number = 0; ; number += 1) {
      const body = JSON.stringify({ name: `Project ${number}` });
      const reply = await fetch(`${first.hello.url}/api/v1/projects`, { method: "POST", headers, body });
      if (reply.status === 201) acknowledged.push(`Project ${number}`);
      if (number === 20) first.signal("SIGKILL");
    }
  })();
  await expect(writing).rejects.toThrow();
  await first.ended;
  expect(existsSync(join(dataDir, "service.json"))).toBe(true);
  const second = await start(dataDir);
  expect(second.hello.running).toBeUndefined();
  const reply = await fetch(`${second.hello.url}/api/v1/projects?limit=200`, { headers });
  const names = ((await reply.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
  expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(20);
});

test("a service starts despite a stale service.json with the pid of another process", async () => {
  const dataDir = createTemporaryFolder();
  const content = { url: "http://127.0.0.1:1", pid: process.pid, version: "0.1.0", control: "x" };
  writeFileSync(join(dataDir, "service.json"), JSON.stringify(content));
  const service = await start(dataDir);
  expect(service.hello.pid).toBe(service.pid);
});

test("a port in use is reported in one line", async () => {
  const { port, close } = await listenOnLoopback(createServer());
  onTestFinished(close);
  const service = await startServiceProcess(["--data", createTemporaryFolder(), "--port", String(port)]);
  const { code, stderr } = await service.ended;
  expect([service.hello, code]).toEqual([undefined, 1]);
  expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(`Port ${port} .* cannot be used .*EADDRINUSE`)]);
});

test("a data folder that is a file is rejected with the reason in one line", async () => {
  const file = join(createTemporaryFolder(), "file");
  writeFileSync(file, "");
  const service = await startServiceProcess(["--data", file]);
  const { code, stderr } = await service.ended;
  expect([service.hello, code]).toEqual([undefined, 1]);
  expect(stderr).toBe(
    `fairlead service: The data folder ${file} cannot be used: it is not a folder. Choose another one.\n`,
  );
});

test("an unknown argument is refused in one line", async () => {
  const service = await startServiceProcess(["--what"]);
  const { code, stderr } = await service.ended;
  expect([code, stderr.trim().split("\n").length]).toEqual([1, 1]);
});

test("the start arguments set organizations, members and limits, and a new member's key is printed once", async () => {
  const dataDir = createTemporaryFolder();
  const team = ["--organization", "Team", "--member", "Ann <ann@example.org>", "--limit", "testRuns=none"];
  const first = await start(dataDir, ...team, "--limit", "deployments=3");
  expect(first.hello.keys).toEqual([{ email: "ann@example.org", key: expect.stringMatching(/^flk_/) }]);
  const request = (path: string) =>
    fetch(first.hello.url + path, { headers: { Authorization: `Bearer ${first.hello.keys?.[0]?.key}` } });
  expect(await (await request("/api/v1/organization")).json()).toMatchObject({ name: "Team", role: "member" });
  expect(await (await request("/api/v1/organization/usage")).json()).toMatchObject({
    metrics: expect.arrayContaining([
      expect.objectContaining({ name: "deployments", limit: 3 }),
      expect.objectContaining({ name: "testRuns", limit: null }),
    ]),
  });
  const late = await startServiceProcess(["--data", dataDir, ...team]);
  expect((await late.ended).stderr).toContain(
    "Stop it first: its address, organizations, members, limits and telemetry are set at its start.",
  );
  const watched = await startServiceProcess(["--data", dataDir, "--otlp", "http://127.0.0.1:1"]);
  expect((await watched.ended).stderr).toContain("Stop it first");
  first.signal("SIGTERM");
  await first.ended;
  expect((await start(dataDir, ...team)).hello).not.toHaveProperty("keys");
});

test("the control API accepts only the control token, and never a request from a web page", async () => {
  const dataDir = createTemporaryFolder();
  const { hello } = await start(dataDir);
  const token = readControlToken(dataDir);
  expect((await callControlApi(hello.url, "wrong", "POST", "key")).status).toBe(401);
  expect((await callControlApi(hello.url, hello.key ?? "", "POST", "key")).status).toBe(401);
  expect((await callControlApi(hello.url, token, "POST", "key", { Origin: hello.url })).status).toBe(403);
  expect((await callControlApi(hello.url, token, "POST", "stop", { Origin: "null" })).status).toBe(403);
  const reply = await callControlApi(hello.url, token, "POST", "key");
  expect(reply.status).toBe(201);
  const { key } = (await reply.json()) as { key: string };
  expect((await fetchIdentity(hello.url, key)).status).toBe(200);
  expect((await fetchIdentity(hello.url, token)).status).toBe(401);
});

test("the editor can stop the service", async () => {
  const dataDir = createTemporaryFolder();
  const { hello, ended } = await start(dataDir);
  expect((await callControlApi(hello.url, readControlToken(dataDir), "POST", "stop")).status).toBe(202);
  expect((await ended).code).toBe(0);
});

test("a service with a grace period ends after the last window disconnects", async () => {
  const dataDir = createTemporaryFolder();
  const { hello, ended } = await start(dataDir, "--grace", "0.5");
  const windows = [new AbortController(), new AbortController()];
  for (const { signal } of windows) {
    const headers = { Authorization: `Bearer ${readControlToken(dataDir)}` };
    const lease = await fetch(`${hello.url}/local/lease`, { headers, signal });
    expect((await lease.body?.getReader().read())?.value).toEqual(new TextEncoder().encode("\n"));
  }
  windows[0]?.abort();
  expect((await fetchIdentity(hello.url, hello.key)).status).toBe(200);
  windows[1]?.abort();
  expect((await ended).code).toBe(0);
});

test("a service that no window connects to ends after the grace period", async () => {
  const { ended } = await start(createTemporaryFolder(), "--grace", "0.1");
  expect((await ended).code).toBe(0);
});

test("a service that receives SIGUSR1 keeps running and opens no debugger", async () => {
  const service = await start(createTemporaryFolder());
  service.signal("SIGUSR1");
  expect((await fetchIdentity(service.hello.url, service.hello.key)).status).toBe(200);
  service.signal("SIGTERM");
  expect((await service.ended).stderr).not.toContain("Debugger");
});

test("only the owner can read the compile cache, and a large cache is cleared", async () => {
  const dataDir = createTemporaryFolder();
  const compiled = join(dataDir, "compiled");
  mkdirSync(compiled);
  for (let number = 0; number <= 100; number += 1) writeFileSync(join(compiled, `of-an-older-version-${number}`), "");
  const service = await start(dataDir);
  service.signal("SIGTERM");
  expect((await service.ended).code).toBe(0);
  const [current = "", ...others] = readdirSync(compiled);
  expect(others).toEqual([]);
  expect(readdirSync(join(compiled, current)).length).toBeGreaterThan(0);
  expect(statSync(compiled).mode & 0o077).toBe(0);
});

test("a service starts although its compile cache cannot be written", async () => {
  const dataDir = createTemporaryFolder();
  writeFileSync(join(dataDir, "compiled"), "not a folder");
  const { hello } = await start(dataDir);
  expect((await fetchIdentity(hello.url, hello.key)).status).toBe(200);
});
