// `npm test`: runs all layers, fast ones first, even after a failure. The last line is a summary.
import { join } from "node:path";
import { check } from "./checks.ts";
import { root } from "./prepare/paths.mjs";
import { runVitest } from "./vitestRun.ts";
import { type Counts, runVscodeSuite } from "./vscodeSuite.ts";
import { packageExtension } from "./vsix.ts";

const layers: Readonly<Record<string, () => Promise<Counts>>> = {
  check,
  unit: () => runVitest("test/unit"),
  contract: () => runVitest("test/contract"),
  package: async () => {
    await packageExtension();
    return { passed: 1, failed: 0 };
  },
  vscode: () => runVscodeSuite(join(root, "test", "host", "code.ts")),
  e2e: () => runVitest("test/e2e"),
};

const total = { passed: 0, failed: 0 };
const lines: string[] = [];
for (const [name, run] of Object.entries(layers)) {
  process.stdout.write(`\n== ${name}\n`);
  const { passed, failed } = await run().catch((error: unknown) => {
    process.stdout.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
    return { passed: 0, failed: 1 };
  });
  lines.push(`${name}: ${passed} passed, ${failed} failed`);
  total.passed += passed;
  total.failed += failed;
}
process.stdout.write(`\n${lines.join("\n")}\n\n${total.passed} passed, ${total.failed} failed\n`);
if (total.failed > 0) process.exitCode = 1;
