// `npm run bench`: each `*.bench.ts` in turn, alone on the machine; every line of standard output is JSON with a ratio.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";

for (const file of globSync("*.bench.ts", { cwd: import.meta.dirname }).sort()) {
  process.stderr.write(`bench: ${file}\n`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, file)], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
