import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Mocha from "mocha";

/** The entry point for the extension host: runs every suite beside this module, and writes the results to a file. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: 180_000, reporter: Silent });
  for (const file of globSync(join(__dirname, "**", "*.test.js"))) mocha.addFile(file);
  const lines: string[] = [];
  const failures: string[] = [];
  const failed = await new Promise<number>((resolve) => {
    const runner = mocha.run(resolve);
    runner.on("pass", (test) => lines.push(`✓ ${test.fullTitle()} (${test.duration ?? 0} ms)`));
    runner.on("fail", (test, error: Error) => {
      failures.push(`${test.fullTitle()}\n  ${error.stack ?? error.message}`);
    });
    runner.once("end", () => {
      const report = process.env.FAIRLEAD_TEST_REPORT;
      if (report) writeFileSync(report, JSON.stringify({ lines, passed: lines.length, failures }));
    });
  });
  if (failed > 0) throw new Error(`${failed} tests failed.`);
}

/** Writes nothing to the console, because other extensions write to it too. */
class Silent extends Mocha.reporters.Base {}
