import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { attachAccounts } from "../../../../../src/service/deployments/process/attachAccounts.ts";
import { createProcessWatch } from "../../../../../src/service/deployments/process/processWatch.ts";
import type { ServerChannel } from "../../../../../src/service/deployments/process/serverChannel.ts";
import { processRunner } from "../../../../../src/service/deployments/runners/processDriver.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { createServerProgram, neverAborted } from "../../../../support/service/serverProgram.ts";

let folder: string;
const watch = createProcessWatch();
beforeEach(() => {
  folder = createTemporaryFolder();
});
afterEach(() => watch.close());

async function started(code: string, handleMessages: (channel: ServerChannel) => void) {
  writeFileSync(join(folder, "server.mjs"), code);
  const withoutCleanup = (channel: ServerChannel) => {
    handleMessages(channel);
    return () => {};
  };
  return processRunner.start(createServerProgram({ folder, handleMessages: withoutCleanup, watch }), neverAborted);
}

test("a server and the service exchange messages over the Node IPC interface", async () => {
  const answered = Promise.withResolvers<unknown>();
  const code = `process.on("message", (message) => process.send({ heard: message, connected: process.connected }));
    process.send({ text: "ä\\nb" }); setInterval(() => {}, 1000);`;
  const server = await started(code, ({ listen, send }) => {
    listen((message) => {
      if (typeof message === "object" && message && "heard" in message) answered.resolve(message);
      else send({ said: message });
    });
  });
  expect(await answered.promise).toEqual({ heard: { said: { text: "ä\nb" } }, connected: true });
  await server.stop(1000);
});

test.each([
  [
    "writes endlessly to the service",
    `import { writeSync } from "node:fs"; const x = Buffer.alloc(4096, 120);
    for (;;) try { writeSync(3, x); } catch (error) { if (error.code !== "EAGAIN") throw error; }`,
  ],
  [
    "sends requests without reading the responses",
    `import { writeSync } from "node:fs"; for (;;)
    try { writeSync(3, '{"ask":"${"x".repeat(1000)}"}\\n'); } catch (error) { if (error.code !== "EAGAIN") throw error; }`,
  ],
  [
    "writes line breaks only",
    `import { writeSync } from "node:fs"; const lines = Buffer.alloc(65536, 10);
    for (;;) try { writeSync(3, lines); } catch (error) { if (error.code !== "EAGAIN") throw error; }`,
  ],
])("a server that %s is ended before it fills the memory", async (_, code) => {
  const before = process.memoryUsage().rss;
  const server = await started(code, ({ listen, send }) => listen((message) => send({ answer: message })));
  expect((await server.exited).description).toMatch(/SIGKILL|exited/);
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
});

test("a server that requests tokens endlessly is read at a pace, and few of its requests wait", async () => {
  let requests = 0;
  const accounts = {
    token: () => {
      requests += 1;
      return new Promise<never>(() => {});
    },
    watch: () => () => {},
  };
  const code = `import { writeSync } from "node:fs";
    const lines = '{"kind":"fairlead.account","id":1,"scheme":"oauth"}\\n'.repeat(1000);
    for (;;) try { writeSync(3, lines); } catch (error) { if (error.code !== "EAGAIN") throw error; }`;
  let received = 0;
  let firstAt: number | undefined;
  const server = await started(code, (channel) => {
    attachAccounts(accounts, "srv_1")({ ...channel, send: () => {} });
    channel.listen(() => {
      firstAt ??= performance.now();
      received += 1;
    });
  });
  // About half a megabyte, which is read in half a second or more slowly.
  await expect.poll(() => received).toBeGreaterThan(10_000);
  expect(received / (performance.now() - requireValue(firstAt))).toBeLessThan(100);
  await server.stop(0);
  expect(requests).toBe(1000);
});

test("a server that cannot start because no file descriptors are free counts as ended", async () => {
  const code = `
    import { closeSync, openSync } from "node:fs";
    import { spawnServer } from ${JSON.stringify(new URL("../../../../../src/service/deployments/runners/processDriver.ts", import.meta.url).href)};
    const open = [];
    const watch = { add: () => {}, remove: () => {} };
    const program = { folder: "/nowhere", entry: "x.mjs", environment: {}, onLine: () => {}, handleMessages: () => () => {}, watch };
    for (let free = 0; free < 12; free += 1) {
      try { for (;;) open.push(openSync("/dev/null", "r")); } catch {}
      for (let closed = 0; closed < free; closed += 1) closeSync(open.pop());
      const { description } = await spawnServer([process.execPath], program, { environment: {}, requestEnd: () => {} }).exited;
      console.log(description.replace(/:.*/, ""));
    }`;
  const shell = 'ulimit -n 128 && exec "$0" --input-type=module -e "$1"';
  const { stdout } = await promisify(execFile)("sh", ["-c", shell, process.execPath, code]);
  expect(new Set(stdout.trim().split("\n"))).toEqual(new Set(["could not start"]));
});
