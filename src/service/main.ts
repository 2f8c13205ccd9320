import { readdirSync, rmSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** The most files in the compile cache. Each version of Fairlead and of Node adds its own files. */
const maxCachedFiles = 100;

// Only the owner may read the files that this process creates, whatever umask the parent process has.
process.umask(0o077);
// By default Node opens a debugger on SIGUSR1, and any program of this machine could connect to it.
process.on("SIGUSR1", () => undefined);
enableModuleCache();
const { runServiceProgram } = await import("./control/runServiceProgram.ts");
await runServiceProgram(process.argv.slice(2));

/** Caches compiled modules in the data folder, which makes the next start faster. Without the cache Node compiles them again. */
function enableModuleCache(): void {
  // The commands `backup` and `restore` start no service in the folder.
  if (!process.argv[2]?.startsWith("-")) return;
  const { data } = parseArgs({ options: { data: { type: "string" } }, strict: false }).values;
  if (typeof data !== "string" || data === "") return;
  const folder = resolve(data, "compiled");
  try {
    if (readdirSync(folder, { recursive: true }).length > maxCachedFiles) rmSync(folder, { recursive: true });
  } catch {
    // The folder does not exist yet.
  }
  enableCompileCache(folder);
}
