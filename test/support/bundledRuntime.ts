import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "node_modules/.cache/fairlead");

let bundle: Promise<string> | undefined;

/** The path of the runtime of generated servers, in one file with its zod; made once a process. */
export function bundledRuntime(): Promise<string> {
  bundle ??= make();
  return bundle;
}

async function make(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, "src/server/runtime.ts")],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    minify: true,
    logLevel: "error",
  });
  const path = join(folder, "runtime.mjs");
  const own = `${path}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  // Test files run side by side, each makes the bundle: none may read another's half-written one.
  await writeFile(own, outputFiles[0]?.contents ?? "");
  await rename(own, path);
  return path;
}
