import { expect, test } from "vitest";
import { spawnServer } from "../../../../../src/service/deployments/runners/spawnServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { createServerProgram } from "../../../../support/service/serverProgram.ts";

test("a server that writes line breaks only is read at a pace that leaves the service time", async () => {
  let lines = 0;
  let firstAt: number | undefined;
  const code =
    'const { writeSync } = require("fs"); const lines = Buffer.alloc(65536, 10); for (;;) writeSync(1, lines);';
  const server = spawnServer(
    [process.execPath, "-e", code],
    createServerProgram({
      folder: ".",
      onLine: () => {
        firstAt ??= performance.now();
        lines += 1;
      },
    }),
    { environment: {}, requestEnd: (child) => child.kill("SIGKILL") },
  );
  // They are read in a second or more slowly.
  await expect.poll(() => lines).toBeGreaterThan(100_000);
  expect(lines / (performance.now() - requireValue(firstAt))).toBeLessThan(300);
  await server.stop(1000);
});
