import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { spawnServer } from "../../../../../src/service/deployments/runners/spawnServer.ts";
import { createServerProgram } from "../../../../support/service/serverProgram.ts";

test("a server that writes line breaks only is read at a pace that leaves the service time", async () => {
  let lines = 0;
  const code =
    'const { writeSync } = require("fs"); const lines = Buffer.alloc(65536, 10); for (;;) writeSync(1, lines);';
  const server = spawnServer(
    [process.execPath, "-e", code],
    createServerProgram({
      folder: ".",
      onLine: () => {
        lines += 1;
      },
    }),
    { environment: {}, requestEnd: (child) => child.kill("SIGKILL") },
  );
  const startedAt = performance.now();
  await delay(1000);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(lines).toBeGreaterThan(0);
  expect(lines / seconds).toBeLessThan(300_000);
  await server.stop(1000);
});
