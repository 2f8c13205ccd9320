import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createBubblewrap } from "../../../../src/service/confinement/bubblewrap.ts";
import { selectAgentWrap } from "../../../../src/service/confinement/findSandbox.ts";
import type { Sandbox, SandboxCommand } from "../../../../src/service/confinement/sandbox.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { machineSandbox } from "../../../support/service/machineSandbox.ts";

const hasBubblewrap = (await machineSandbox.find()).sandbox?.name === "bubblewrap";

/** A systemd that limits nothing: it writes down its arguments, and runs the command. */
async function createScopedSandbox() {
  const folder = createTemporaryFolder();
  const [programs, recorded] = [join(folder, "bin"), join(folder, "recorded")];
  mkdirSync(programs);
  const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${recorded}\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n`;
  writeFileSync(join(programs, "systemd-run"), script);
  chmodSync(join(programs, "systemd-run"), 0o755);
  vi.stubEnv("PATH", `${programs}${delimiter}${process.env.PATH}`);
  vi.stubEnv("XDG_RUNTIME_DIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const sandbox = await createBubblewrap(folder);
  const run = ([command, ...args]: SandboxCommand) => {
    const { stdout } = spawnSync(command, args, { encoding: "utf8", env: { PATH: process.env.PATH, HOME: folder } });
    return { stdout, properties: readFileSync(recorded, "utf8").match(/(?<=--property=).*/g) };
  };
  return { sandbox, folder, run };
}

const program = ["--eval", "console.log(process.env.XDG_RUNTIME_DIR)"];

test.skipIf(!hasBubblewrap)(
  "an agent in a scope has memory and processes for all that it starts together",
  async () => {
    const { sandbox, folder, run } = await createScopedSandbox();
    const socket = join(folder, "socket");
    const home = join(folder, "home");
    writeFileSync(socket, "");
    mkdirSync(home);
    const command = sandbox.wrapAgentInScope?.(program, { home, socket, readable: [] });
    expect(command && run(command)).toEqual({
      stdout: "undefined\n",
      properties: ["MemoryMax=8192M", "TasksMax=4096"],
    });
  },
);

test.skipIf(!hasBubblewrap)("a server with a limit of processors has memory and threads by its scope too", async () => {
  const { sandbox, folder, run } = await createScopedSandbox();
  expect(run(sandbox.wrap(program, { folder, limits: { cpus: 0.5, memoryMb: 128 } }))).toEqual({
    ...{ stdout: "undefined\n", properties: ["CPUQuota=50%", "MemoryMax=384M", "TasksMax=512"] },
  });
});

test("an agent has a scope where the system was found to limit processors by one", () => {
  const [plain, scoped]: readonly NonNullable<Sandbox["wrapAgent"]>[] = [() => ["plain"], () => ["scoped"]];
  const sandbox: Sandbox = {
    ...{ name: "both", hasOwnNetwork: true, limits: ["memoryMb", "cpus"], wrap: () => [""] },
    ...{ wrapAgent: plain, wrapAgentInScope: scoped },
  };
  expect(selectAgentWrap(sandbox, ["memoryMb", "cpus"])).toBe(scoped);
  expect(selectAgentWrap(sandbox, ["memoryMb"])).toBe(plain);
  expect(selectAgentWrap({ ...sandbox, wrapAgentInScope: undefined }, ["cpus"])).toBe(plain);
});
