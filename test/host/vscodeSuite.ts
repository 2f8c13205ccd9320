import { globSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { bundleForHost, runInHost } from "./extensionHost.ts";
import { root } from "./prepare/paths.mjs";
import type { Results } from "./results.ts";

const outdir = join(root, "dist", "test");
const results = z.object({ lines: z.array(z.string()), passed: z.int(), failures: z.array(z.string()) });

/**
 * Runs test/vscode inside a real extension host with the extension of this folder, which must be built: in the editor at
 * `executable`, or in a downloaded desktop VS Code.
 */
export async function runVscodeSuite(executable?: string): Promise<Results> {
  const outbase = join(root, "test", "vscode");
  const entryPoints = [join(outbase, "run.ts"), ...globSync(join(outbase, "**", "*.test.ts"))];
  await bundleForHost({ entryPoints, outbase, outdir });
  const { report, ended } = await runInHost({ module: join(outdir, "run.js"), extension: root, executable });
  if (report === undefined) {
    return { passed: 0, failures: [`The suite did not come to its end: ${String(ended)}`] };
  }
  const { lines, passed, failures } = results.parse(report);
  process.stdout.write(`${lines.join("\n")}\n`);
  return { passed, failures };
}
