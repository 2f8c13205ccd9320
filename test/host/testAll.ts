// `npm test`: runs all layers, even after a failure. The last line is a summary.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { check } from "./checks.ts";
import { root } from "./prepare/paths.mjs";
import { runVitest } from "./vitestRun.ts";
import { type Counts, runVscodeSuite } from "./vscodeSuite.ts";
import { packageExtension } from "./vsix.ts";

const lines: string[] = [];
const total = { passed: 0, failed: 0 };

async function runLayer(name: string, run: () => Promise<Counts>): Promise<void> {
  process.stdout.write(`\n== ${name}\n`);
  const { passed, failed } = await run().catch((error: unknown) => {
    process.stdout.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
    return { passed: 0, failed: 1 };
  });
  lines.push(`${name}: ${passed} passed, ${failed} failed`);
  total.passed += passed;
  total.failed += failed;
}

// It also builds the bundles, which all other layers run.
await runLayer("check", check);
/** A window keeps two processors busy, so one runs at a time. The output of the windows comes at their end. */
async function runWindows(): Promise<void> {
  await runLayer("package", async () => {
    await packageExtension();
    return { passed: 1, failed: 0 };
  });
  await runLayer("vscode", () => runVscodeSuite(join(root, "test", "host", "code.ts")));
  const workers = Math.ceil(availableParallelism() / 2);
  await runLayer("e2e", () => runVitest(["test/e2e"], { isShown: false, workers }));
}

await Promise.all([runLayer("unit and contract", () => runVitest(["test/unit", "test/contract"])), runWindows()]);
process.stdout.write(`\n${lines.join("\n")}\n\n${total.passed} passed, ${total.failed} failed\n`);
if (total.failed > 0) process.exitCode = 1;
