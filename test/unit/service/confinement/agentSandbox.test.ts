import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Sandbox } from "../../../../src/service/confinement/sandbox.ts";
import { tryAgentSandbox } from "../../../../src/service/confinement/trySandbox.ts";
import { createTemporaryFolder } from "../../../support/createTemporaryFolder.ts";
import { machineSandbox } from "../../../support/service/machineSandbox.ts";

const { sandbox } = await machineSandbox.find();
const wrapAgent = sandbox?.wrapAgent;
const hasBubblewrap = sandbox?.name === "bubblewrap";

/** Lists what an agent can write besides its home, and what it reads that the system shows to its owner only. */
const program = `
import { accessSync, constants, lstatSync, readdirSync, readFileSync } from "node:fs";
const can = (path, mode) => { try { accessSync(path, mode); return true; } catch { return false; } };
const found = { files: 0, writable: [], secret: [] };
const visit = (folder) => {
  let entries = [];
  try { entries = readdirSync(folder || "/", { withFileTypes: true }); } catch {}
  for (const entry of entries) {
    const path = folder + "/" + entry.name;
    if ([process.env.HOME, "/tmp", "/usr"].includes(path) || /^.proc.(\\d+|self|thread-self)$/.test(path)) continue;
    if (entry.isDirectory()) visit(path);
    const status = lstatSync(path);
    if (!status.isFile()) continue;
    found.files += 1;
    if (can(path, constants.W_OK)) found.writable.push(path);
    if ((status.mode & 4) === 0 && can(path, constants.R_OK)) found.secret.push(path);
  }
};
visit("");
found.ownProcess = can("/proc/self/oom_score_adj", constants.W_OK);
found.processes = Number(/^Max processes +(\\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]);
console.log(JSON.stringify(found));
`;

test.skipIf(!hasBubblewrap)(
  "an agent writes no file but in its home, reads none that only its user may read, and starts a limited number of processes",
  () => {
    const folder = createTemporaryFolder();
    const [home, socket, readable] = ["home", "socket", "program"].map((name) => join(folder, name));
    for (const path of [home, readable]) mkdirSync(path ?? "");
    writeFileSync(socket ?? "", "");
    writeFileSync(join(readable ?? "", "walk.mjs"), program);
    const access = { home: home ?? "", socket: socket ?? "", readable: [readable ?? ""] };
    const [command = "", ...args] = wrapAgent?.([join(readable ?? "", "walk.mjs")], access) ?? [];
    const { stdout, stderr } = spawnSync(command, args, {
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: home },
    });
    expect(stderr).toBe("");
    const { files, ...found } = JSON.parse(stdout);
    expect(files).toBeGreaterThan(100);
    expect(found).toEqual({ writable: [], secret: [], ownProcess: false, processes: 4096 });
  },
);

test.skipIf(!hasBubblewrap || process.getuid?.() !== 0)(
  "the trial rejects a sandbox with writable settings of the kernel",
  async () => {
    const leaky: Sandbox["wrapAgent"] = (args, access) => {
      const [command, ...more] = wrapAgent?.(args, access) ?? [""];
      const hidesKernel = (at: number) =>
        /^--(tmpfs|remount-ro)$/.test(more[at] ?? "") && more[at + 1]?.startsWith("/proc");
      return [command, ...more.filter((_, at) => !hidesKernel(at) && !hidesKernel(at - 1))];
    };
    const trial = tryAgentSandbox(
      { name: "leaky", hasOwnNetwork: true, limits: [], wrap: () => [""], wrapAgent: leaky },
      createTemporaryFolder(),
    );
    await expect(trial).rejects.toThrow("leaky does not confine on this machine (kernel)");
  },
);
