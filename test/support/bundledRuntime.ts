import { join } from "node:path";
import { build } from "esbuild";

let bundle: Promise<string> | undefined;

/** The text of the runtime as generated servers ship it, one file; made once a process. */
export function bundledRuntime(): Promise<string> {
  bundle ??= make();
  return bundle;
}

async function make(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "../../src/server/runtime.ts")],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    minify: true,
    logLevel: "error",
  });
  const [file] = outputFiles;
  if (!file) throw new Error("esbuild made no file of the runtime.");
  return file.text;
}
