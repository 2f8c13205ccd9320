import { existsSync } from "node:fs";
import { join } from "node:path";

/** The folder this module was started from: `dist` where it is bundled, `src/service` where it is not. */
const here = import.meta.dirname;

/** The module a generation runs in: the bundle beside this one, or the source, which Node runs as it is. */
export function generateWorkerFile(): string {
  const bundled = join(here, "generateWorker.mjs");
  return existsSync(bundled) ? bundled : join(here, "generateWorker.ts");
}

/** The runtime that is shipped in every generated server: only ever the bundle. */
export function bundledRuntimeFile(): string {
  const places = [join(here, "runtime.mjs"), join(here, "../../dist/runtime.mjs")];
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error("dist/runtime.mjs is missing. Build it first: npm run build");
  return found;
}
