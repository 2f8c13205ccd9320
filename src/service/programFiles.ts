import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** The folder of this module: `dist` when bundled, `src/service` otherwise. */
const moduleFolder = import.meta.dirname;

/** The path of a file in `dist`, whether or not this module is bundled. */
const distFile = (name: string) =>
  join(existsSync(join(moduleFolder, "runtime.mjs")) ? moduleFolder : join(moduleFolder, "../../dist"), name);

/** The module of the worker thread that generates servers. */
export const generateWorkerFile = () => distFile("generateWorker.mjs");

/** The module that sends telemetry. */
export const telemetryFile = () => distFile("telemetry/telemetry.mjs");

/** The runtime that is shipped in every generated server, as one file. */
export const bundledRuntimeFiles = (): readonly string[] => [distFile("runtime.mjs")];

const manifest = z.looseObject({ name: z.literal("fairlead"), version: z.string() });

/** The version in Fairlead's package.json, which is above `dist` or `src/service`. */
export function programVersion(): string {
  for (const path of [join(moduleFolder, "../package.json"), join(moduleFolder, "../../package.json")]) {
    const parsed = existsSync(path) ? manifest.safeParse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
    if (parsed?.success) return parsed.data.version;
  }
  throw new Error("Fairlead's package.json is missing.");
}
