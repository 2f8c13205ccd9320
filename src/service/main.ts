import { readdirSync, rmSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** Compiled modules that are kept at most: each version of Fairlead, and of Node, leaves its own behind. */
const mostKept = 100;

// What is made is for its owner only, whatever the caller's habits are.
process.umask(0o077);
// Node would open a debugger, to which any program of this machine could connect.
process.on("SIGUSR1", () => undefined);
keepCompiled();
const { runServiceProgram } = await import("./control/runServiceProgram.ts");
await runServiceProgram(process.argv.slice(2));

/** Keeps what is compiled in the data folder: the next start is shorter by it. Where that cannot be, it is compiled again. */
function keepCompiled(): void {
  const { data } = parseArgs({ options: { data: { type: "string" } }, strict: false }).values;
  if (typeof data !== "string" || data === "") return;
  const folder = resolve(data, "compiled");
  try {
    if (readdirSync(folder, { recursive: true }).length > mostKept) rmSync(folder, { recursive: true });
  } catch {
    // There is none yet.
  }
  enableCompileCache(folder);
}
