// `npm test`: runs all layers, even after a failure. The last line is a summary.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { check } from "./checks.ts";
import { root } from "./prepare/paths.mjs";
import { type Results, reportResults } from "./results.ts";
import { runVitest } from "./vitestRun.ts";
import { runVscodeSuite } from "./vscodeSuite.ts";
import { packageExtension } from "./vsix.ts";

const lines: string[] = [];
const failures: string[] = [];
let passed = 0;

async function runLayer(name: string, run: () => Promise<Results>): Promise<void> {
  process.stdout.write(`\n== ${name}\n`);
  const layer = await run().catch((error: unknown) => {
    return { passed: 0, failures: [`${name}\n  ${error instanceof Error ? (error.stack ?? error.message) : error}`] };
  });
  lines.push(`${name}: ${layer.passed} passed, ${layer.failures.length} failed`);
  passed += layer.passed;
  failures.push(...layer.failures);
}

// It also builds the bundles, which all other layers run.
await runLayer("check", check);
/** A window keeps two processors busy, so one runs at a time. The output of the windows comes at their end. */
async function runWindows(): Promise<void> {
  await runLayer("package", async () => {
    await packageExtension();
    return { passed: 1, failures: [] };
  });
  await runLayer("vscode", () => runVscodeSuite(join(root, "test", "host", "code.ts")));
  const workers = Math.ceil(availableParallelism() / 2);
  await runLayer("e2e", () => runVitest(["test/e2e"], { isShown: false, workers }));
}

await Promise.all([runLayer("unit and contract", () => runVitest(["test/unit", "test/contract"])), runWindows()]);
process.stdout.write(`\n${lines.join("\n")}\n\n`);
reportResults({ passed, failures });
