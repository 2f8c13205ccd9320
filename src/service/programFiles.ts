import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/** The folder of this module: `dist` when bundled, `src/service` otherwise. */
const moduleFolder = import.meta.dirname;
const isBundled = !import.meta.filename.endsWith(".ts");

/** The module of the process that generates a server. */
export const generateWorkerFile = () => join(moduleFolder, `generateWorker.${isBundled ? "mjs" : "ts"}`);

/** The module that sends telemetry. */
export const telemetryFile = () => join(moduleFolder, "telemetry", isBundled ? "telemetry.mjs" : "otlpTelemetry.ts");

/** The module that calls the API of a cluster. */
export const clusterFile = () =>
  join(moduleFolder, isBundled ? join("cluster", "cluster.mjs") : join("kubernetes", "openCluster.ts"));

/** The runtime that is shipped in every generated server, as one file that is beside the bundle of this module. */
export const bundledRuntimeFiles = (): readonly string[] => [join(moduleFolder, "runtime.mjs")];

const manifest = z.looseObject({ name: z.literal("fairlead"), version: z.string() });

/** Fairlead's package.json, which is above `dist` or `src/service`, and its folder. */
function readPackage() {
  for (const folder of [join(moduleFolder, ".."), join(moduleFolder, "../..")]) {
    const path = join(folder, "package.json");
    const parsed = existsSync(path) ? manifest.safeParse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
    if (parsed?.success) return { folder, version: parsed.data.version };
  }
  throw new Error("Fairlead's package.json is missing.");
}

export const programVersion = () => readPackage().version;

/** The skills that teach agents to use the service. */
export const ownSkillsFolder = () => join(readPackage().folder, "media/skills");
