import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** The folder this module was started from: `dist` where it is bundled, `src/service` where it is not. */
const here = import.meta.dirname;

/** What is built, also where this module is not. */
const built = (name: string) => join(existsSync(join(here, "runtime.mjs")) ? here : join(here, "../../dist"), name);

/** The module a generation runs in. */
export const generateWorkerFile = () => built("generateWorker.mjs");

/** The runtime that is shipped in every generated server: one file with all that it needs. */
export const bundledRuntimeFiles = (): readonly string[] => [built("runtime.mjs")];

const manifest = z.looseObject({ name: z.literal("fairlead"), version: z.string() });

/** The version of Fairlead this service is part of, from the package's manifest above `dist` or `src/service`. */
export function programVersion(): string {
  for (const place of [join(here, "../package.json"), join(here, "../../package.json")]) {
    const found = existsSync(place) ? manifest.safeParse(JSON.parse(readFileSync(place, "utf8"))) : undefined;
    if (found?.success) return found.data.version;
  }
  throw new Error("Fairlead's package.json is missing.");
}
