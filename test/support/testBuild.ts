import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { withLock } from "../host/prepare/lock.mjs";
import { root, toolsFolder } from "../host/prepare/paths.mjs";
import { runNode } from "../host/run.ts";

/** The builds of esbuild.mjs; each writes one or several bundles. */
export const bundleNames = ["editor", "service", "telemetry", "cluster", "runtime", "bridge", "cli", "pages"] as const;
type BundleName = (typeof bundleNames)[number];

const folder = join(toolsFolder, "build");
const meta = z.object({ inputs: z.record(z.string(), z.unknown()) });

/**
 * Returns the folder that contains these bundles. In `npm test` it is `dist`, from which the package is made. A test that is run by
 * itself builds those whose sources have changed, in another folder, because `dist` belongs to the window of F5.
 */
export async function builtFolder(...names: readonly BundleName[]): Promise<string> {
  if (process.env.FAIRLEAD_BUILT) return join(root, "dist");
  if (names.some(isOutdated)) await withLock(join(toolsFolder, "build.lock"), () => build(names.filter(isOutdated)));
  return folder;
}

/** The path of the runtime that is shipped in every generated server. */
export const builtRuntime = async () => join(await builtFolder("runtime"), "runtime.mjs");

/** The path of the program of the service, which starts much faster than its sources. */
export const builtService = async () => join(await builtFolder("service", "runtime", "telemetry"), "service.mjs");

/** The path of the command line, with the programs that it starts beside it. */
export const builtCli = async () => join(await builtFolder("cli", "service", "runtime"), "fairlead.mjs");

/** The path of the program that agents start. */
export const builtBridge = async () => join(await builtFolder("bridge"), "bridge.mjs");

/** The path of the worker that analyzes documents. Loading its sources would take most of the time of a test. */
export const builtAnalyzer = async () => join(await builtFolder("service"), "outlineWorker.mjs");

function isOutdated(name: BundleName): boolean {
  const file = join(folder, `${name}.meta.json`);
  if (!existsSync(file)) return true;
  const { inputs } = meta.parse(JSON.parse(readFileSync(file, "utf8")));
  const built = statSync(file).mtimeMs;
  // Some inputs are no files, but made by a plugin.
  const changed = (input: string) => (statSync(join(root, input), { throwIfNoEntry: false })?.mtimeMs ?? 0) >= built;
  return ["esbuild.mjs", "package-lock.json", ...Object.keys(inputs)].some(changed);
}

async function build(names: readonly BundleName[]): Promise<void> {
  // Another process may have built them while this one waited.
  if (names.length === 0) return;
  const outdir = relative(root, folder);
  const { code, output } = await runNode(["esbuild.mjs", "--production", "--outdir", outdir, ...names]);
  if (code !== 0) throw new Error(`The build of ${names.join(", ")} failed.\n${output}`);
}
