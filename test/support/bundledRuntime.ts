import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

let bundle: Promise<string> | undefined;

/** The path of the runtime as generated servers ship it: one file, made once a process and removed when the process ends. */
export function bundledRuntime(): Promise<string> {
  bundle ??= make();
  return bundle;
}

async function make(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fairlead-runtime-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, "runtime.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "../../src/server/runtime.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    minify: true,
    logLevel: "error",
  });
  return outfile;
}
