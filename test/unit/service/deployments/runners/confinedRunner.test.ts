import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Sandbox } from "../../../../../src/service/confinement/sandbox.ts";
import { createProcessWatch } from "../../../../../src/service/deployments/process/processWatch.ts";
import { createConfinedRunner } from "../../../../../src/service/deployments/runners/confinedRunner.ts";
import { createMachineSandbox, hasSandbox } from "../../../../support/service/machineSandbox.ts";
import { createServerProgram, neverAborted } from "../../../../support/service/serverProgram.ts";

function createFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fairlead-runner-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a server to its end and returns the lines that it wrote. */
async function run(sandbox: Sandbox, code: string, environment: Readonly<Record<string, string>>) {
  const folder = createFolder();
  writeFileSync(join(folder, "server.mjs"), code);
  const lines: string[] = [];
  const watch = createProcessWatch();
  const program = createServerProgram({ folder, environment, watch, onLine: (line) => lines.push(line) });
  const server = await createConfinedRunner(sandbox, createFolder()).start(program, neverAborted);
  await server.exited;
  await watch.close();
  return lines;
}

describe.skipIf(!hasSandbox)("a confined server", () => {
  // Bash runs the text of PS4 with SHELLOPTS=xtrace, and is /bin/sh on many systems.
  test("gets variables that no program outside of the sandbox gets", async () => {
    const finder = createMachineSandbox();
    onTestFinished(() => finder.close());
    const { sandbox } = await finder.find();
    if (!sandbox) throw new Error("There is no sandbox.");
    const seen = join(createFolder(), "seen");
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
      ["HOST", "LONG", "NODE_ENV", "PORT", "PS4", "SHELLOPTS", "TZ"].sort(),
    );
    expect(readFileSync(seen, "utf8")).not.toMatch(/^(SHELLOPTS|PS4|LONG|PORT|NODE_ENV)=/m);
  });
});

test("a server that cannot be started leaves no socket behind", async () => {
  const folder = createFolder();
  const runner = createConfinedRunner(
    { name: "none", hasOwnNetwork: true, limits: [], wrap: () => ["/bin/true", "a\0b"] },
    folder,
  );
  const started = runner.start(createServerProgram({ folder }), neverAborted);
  await expect(started).rejects.toThrow("null bytes");
  expect(readdirSync(folder)).toEqual([]);
});
