import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createProcessWatch } from "../../../../../src/service/deployments/process/processWatch.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const file = join(import.meta.dirname, "../../../../../src/service/deployments/process/processWatch.ts");

test("a pending close keeps the process alive", async () => {
  const code = `
    import { createProcessWatch } from ${JSON.stringify(file)};
    const watch = createProcessWatch();
    watch.add(999_999_999);
    await watch.close();
    console.log("closed");`;
  const ended = promisify(execFile)(process.execPath, ["--no-warnings", "--input-type=module", "-e", code]);
  expect((await ended).stdout).toBe("closed\n");
});

test.skipIf(process.platform === "win32")(
  "a process group ends as a whole with the watch, also what ignores signals",
  async () => {
    const endless = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
    const leader = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(endless)}], { stdio: "inherit" });
    child.once("spawn", () => console.log("started"));
    ${endless}`;
    const child = spawn(process.execPath, ["-e", leader], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore", "ignore", "pipe"],
    });
    const watch = createProcessWatch();
    watch.add(child);
    await once(requireValue(child.stdout ?? undefined), "data");
    // Both programs hold the output open: it closes when the last one has ended.
    const closed = once(child, "close");
    await watch.close();
    expect(await closed).toEqual([null, "SIGKILL"]);
  },
);
