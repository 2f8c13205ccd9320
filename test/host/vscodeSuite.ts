import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { build } from "esbuild";
import * as z from "zod";
import { root } from "./prepare/paths.mjs";

const outputFolder = join(root, "dist", "test");
const results = z.object({ passed: z.int(), failed: z.int(), lines: z.array(z.string()) });

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/**
 * Runs test/vscode inside a real extension host with the extension of this folder, which must be built: in the editor at
 * `executable`, or in a downloaded desktop VS Code.
 */
export async function runVscodeSuite(executable?: string): Promise<Counts> {
  await bundleTests();
  const folder = mkdtempSync(join(tmpdir(), "fairlead-vscode-"));
  const report = join(folder, "report.json");
  const workspace = join(folder, "workspace");
  mkdirSync(workspace);
  try {
    const ended = await runTests({
      ...(executable === undefined ? {} : { vscodeExecutablePath: executable }),
      extensionDevelopmentPath: root,
      extensionTestsPath: join(outputFolder, "run.js"),
      extensionTestsEnv: { FAIRLEAD_TEST_REPORT: report },
      launchArgs: [
        workspace,
        `--user-data-dir=${join(folder, "data")}`,
        `--extensions-dir=${join(folder, "extensions")}`,
        "--disable-extensions",
      ],
    }).catch((error: unknown) => error);
    return countsOf(report, ended);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsOf(report: string, ended: unknown): Counts {
  if (!existsSync(report)) {
    process.stdout.write(`The suite did not come to its end: ${String(ended)}\n`);
    return { passed: 0, failed: 1 };
  }
  const { passed, failed, lines } = results.parse(JSON.parse(readFileSync(report, "utf8")));
  process.stdout.write(`${lines.join("\n")}\n`);
  return { passed, failed };
}

/** The extension host loads CommonJS, so the suite's modules are bundled one by one. */
async function bundleTests(): Promise<void> {
  rmSync(outputFolder, { recursive: true, force: true });
  const folder = join(root, "test", "vscode");
  await build({
    entryPoints: [join(folder, "run.ts"), ...globSync(join(folder, "**", "*.test.ts"))],
    outbase: folder,
    outdir: outputFolder,
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node24",
    external: ["vscode", "mocha"],
    sourcemap: "inline",
    logLevel: "warning",
  });
}
