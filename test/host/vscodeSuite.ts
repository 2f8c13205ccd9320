import { globSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { bundleForHost, runInHost } from "./extensionHost.ts";
import { root } from "./prepare/paths.mjs";

const outdir = join(root, "dist", "test");
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
  const outbase = join(root, "test", "vscode");
  const entryPoints = [join(outbase, "run.ts"), ...globSync(join(outbase, "**", "*.test.ts"))];
  await bundleForHost({ entryPoints, outbase, outdir });
  const { report, ended } = await runInHost({ module: join(outdir, "run.js"), extension: root, executable });
  if (report === undefined) {
    process.stdout.write(`The suite did not come to its end: ${String(ended)}\n`);
    return { passed: 0, failed: 1 };
  }
  const { passed, failed, lines } = results.parse(report);
  process.stdout.write(`${lines.join("\n")}\n`);
  return { passed, failed };
}
