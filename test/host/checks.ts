import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "./prepare/paths.mjs";
import type { Results } from "./results.ts";
import { runNode } from "./run.ts";

const modules = join(root, "node_modules");
const types = join(modules, "typescript", "bin", "tsc");

/** Each check verifies one property of the sources or of the built bundles. One that takes longer is before one that takes less. */
const checks = [
  // With one checker, because several check what they share several times.
  { group: "typecheck", run: () => one("types", [types, "-p", ".", "--checkers", "1"]) },
  { group: "bundles", run: checkBundles },
  {
    group: "lint",
    run: () =>
      one("lint and format", [join(modules, "@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings"]),
  },
  {
    group: "lint",
    run: () => one("unused code", [join(modules, "knip", "bin", "knip.js"), "--no-progress", "--cache"]),
  },
  { group: "typecheck", run: () => one("types of the pages", [types, "-p", "src/webview", "--checkers", "1"]) },
];

/** Runs all checks or one group, as many at once as there are processors. A failure has the output of its check. */
export async function check(group?: string): Promise<Results> {
  const queue = checks.filter((check) => group === undefined || check.group === group);
  if (queue.length === 0) throw new Error(`There are no checks named ${group}.`);
  const results: string[][] = [];
  const runQueue = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results.push(await next.run());
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runQueue));
  return { passed: results.filter((failures) => failures.length === 0).length, failures: results.flat() };
}

async function checkBundles(): Promise<string[]> {
  const failures = await one("build", ["esbuild.mjs", "--production"]);
  if (failures.length > 0) return failures;
  const tests = ["architecture", "manifest", "localization"].map((name) => `test/${name}.test.ts`);
  const run = [join(modules, "vitest", "vitest.mjs"), "run", ...tests];
  return one("architecture, manifest and translations", run, { FAIRLEAD_BUILT: "1" });
}

async function one(name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string[]> {
  const started = Date.now();
  const { code, output } = await runNode(args, { env });
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)\n`);
  return code === 0 ? [] : [`${name}\n${output}`];
}
