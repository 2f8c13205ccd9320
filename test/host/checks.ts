import { join } from "node:path";
import { root } from "./prepare/paths.mjs";
import { runNode } from "./run.ts";
import type { Counts } from "./vscodeSuite.ts";

const modules = join(root, "node_modules");
const types = join(modules, "typescript", "bin", "tsc");

/** Each check verifies one property of the sources or of the built bundles. */
const checks = {
  typecheck: {
    types: [types, "-p", "."],
    "types of test/vscode": [types, "-p", "test/vscode"],
    "types of the pages": [types, "-p", "src/webview"],
  },
  lint: {
    "lint and format": [join(modules, "@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings"],
    "unused code": [join(modules, "knip", "bin", "knip.js"), "--no-progress"],
  },
} as const;

/** Runs all checks or one group in parallel, and shows the output of failed ones. */
export async function check(group?: string): Promise<Counts> {
  const groups = Object.entries(checks).filter(([name]) => group === undefined || name === group);
  if (groups.length === 0)
    throw new Error(`There are no checks named ${group}, only ${Object.keys(checks).join(", ")}.`);
  const runs = groups.flatMap(([, group]) => Object.entries(group).map(([name, args]) => one(name, args)));
  const results = await Promise.all([...runs, ...(group === undefined ? [bundles()] : [])]);
  return { passed: results.filter((ok) => ok).length, failed: results.filter((ok) => !ok).length };
}

async function bundles(): Promise<boolean> {
  if (!(await one("build", ["esbuild.mjs", "--production"]))) return false;
  const tests = ["architecture", "manifest", "localization"].map((name) => `test/${name}.test.ts`);
  const run = [join(modules, "vitest", "vitest.mjs"), "run", ...tests];
  return one("architecture, manifest and translations", run, { FAIRLEAD_BUILT: "1" });
}

async function one(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const started = Date.now();
  const { code, output } = await runNode(args, { env });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)\n`);
  if (code !== 0) process.stdout.write(`${output}\n`);
  return code === 0;
}
