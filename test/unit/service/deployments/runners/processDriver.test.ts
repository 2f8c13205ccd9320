import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { SandboxResult } from "../../../../../src/service/confinement/findSandbox.ts";
import type { Sandbox } from "../../../../../src/service/confinement/sandbox.ts";
import { createProcessWatch } from "../../../../../src/service/deployments/process/processWatch.ts";
import {
  createConfinedRunner,
  createProcessDriver,
  spawnServer,
} from "../../../../../src/service/deployments/runners/processDriver.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createMachineSandbox, hasSandbox } from "../../../../support/service/machineSandbox.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { createServerProgram, neverAborted } from "../../../../support/service/serverProgram.ts";

const describeDriver = (found: SandboxResult) =>
  createProcessDriver({ find: async () => found, folder: async () => "/", close: async () => {} }).describe();

test("processes can run on any machine, and say what confines them and what they lack", async () => {
  const reason = "bwrap is not installed";
  const bare = await describeDriver({ sandbox: undefined, reason, remedy: "Install it." });
  expect(bare).toMatchObject({ available: true, limits: [] });
  expect(bare.description).toMatch(/not confined/);
  expect(bare.lacks.join()).toContain(reason);
  const sandbox = { name: "bubblewrap" } as Extract<SandboxResult, { limits: unknown }>["sandbox"];
  const confined = await describeDriver({ sandbox, limits: ["memoryMb", "cpus"] });
  expect(confined).toMatchObject({ available: true, limits: ["memoryMb", "cpus"] });
  expect(confined.description).toMatch(/confined by bubblewrap/);
  expect(confined.lacks).toHaveLength(1);
});

/** Runs a server to its end and returns the lines that it wrote. */
async function run(sandbox: Sandbox, code: string, environment: Readonly<Record<string, string>>) {
  const folder = createTemporaryFolder();
  writeFileSync(join(folder, "server.mjs"), code);
  const lines: string[] = [];
  const watch = createProcessWatch();
  const program = createServerProgram({ folder, environment, watch, onLine: (line) => lines.push(line) });
  const server = await createConfinedRunner(sandbox, createTemporaryFolder()).start(program, neverAborted);
  await server.exited;
  await watch.close();
  return lines;
}

describe.skipIf(!hasSandbox)("a confined server", () => {
  test("takes little memory for new objects, also after many", async () => {
    const finder = createMachineSandbox();
    onTestFinished(() => finder.close());
    const { sandbox } = await finder.find();
    if (!sandbox) throw new Error("There is no sandbox.");
    const code = `import { getHeapSpaceStatistics } from "node:v8";
      const kept = []; for (let at = 0; at < 1_000_000; at += 1) kept.push({ at });
      console.log(getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size); process.exit(0);`;
    const [bytes] = await run(sandbox, code, {});
    expect(Number(bytes)).toBeLessThan(4 * 1024 * 1024);
  });

  // Bash runs the text of PS4 with SHELLOPTS=xtrace, and is /bin/sh on many systems.
  test("gets variables that no program outside of the sandbox gets", async () => {
    const finder = createMachineSandbox();
    onTestFinished(() => finder.close());
    const { sandbox } = await finder.find();
    if (!sandbox) throw new Error("There is no sandbox.");
    const seen = join(createTemporaryFolder(), "seen");
    const recording: Sandbox = {
      ...sandbox,
      wrap: (args, access) => ["/bin/sh", "-c", 'env > "$0"; exec "$@"', seen, ...sandbox.wrap(args, access)],
    };
    const environment = { SHELLOPTS: "xtrace", PS4: "$(touch escaped)", LONG: "ä\n".repeat(16_000) };
    const code = `const { SHELLOPTS, PS4, LONG, PORT, TZ } = process.env;
      console.log(JSON.stringify([SHELLOPTS, PS4, LONG.length, PORT, TZ, new Date(0).getHours()]));
      console.log(Object.keys(process.env).sort().join()); process.exit(0);`;
    const [values = "", names = ""] = await run(recording, code, environment);
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(JSON.parse(values)).toEqual(["xtrace", "$(touch escaped)", 32_000, "8080", zone, new Date(0).getHours()]);
    expect(names.split(",").filter((name) => name !== "PWD")).toEqual(
      ["HOST", "LONG", "MALLOC_ARENA_MAX", "NODE_ENV", "PORT", "PS4", "SHELLOPTS", "TZ"].sort(),
    );
    expect(readFileSync(seen, "utf8")).not.toMatch(/^(SHELLOPTS|PS4|LONG|PORT|NODE_ENV)=/m);
  });
});

test("a server that cannot be started leaves no socket behind", async () => {
  const folder = createTemporaryFolder();
  const runner = createConfinedRunner(
    { name: "none", hasOwnNetwork: true, limits: [], wrap: () => ["/bin/true", "a\0b"] },
    folder,
  );
  const started = runner.start(createServerProgram({ folder }), neverAborted);
  await expect(started).rejects.toThrow("null bytes");
  expect(readdirSync(folder)).toEqual([]);
});

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
