import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import * as z from "zod";
import { installJudgeTools } from "../judge/judgeTools.ts";
import { type Bench, compareWithFloor } from "./measuring/figure.ts";

const require = createRequire(import.meta.url);
const usage = z.object({ peakMb: z.number(), cpuSeconds: z.number() });

/** Compares the generation from GitHub's REST description with openapi-mcp-generator, as whole processes in turn. */
export const generation: Bench = {
  ids: ["P11"],
  run: async () => {
    const github = join(dirname(require.resolve("@octokit/openapi/package.json")), "generated/api.github.com.json");
    const peer = join(installJudgeTools(), "node_modules/.bin/openapi-mcp-generator");
    const folder = mkdtempSync(join(tmpdir(), "fairlead-bench-"));
    try {
      const ours = await bundleGenerateProgram(join(folder, "generateOnce.cjs"));
      const rounds = Array.from({ length: 5 }, (_, round) => ({
        ours: measureUsage(ours, [github, join(folder, `ours-${round}`)]),
        floor: measureUsage(peer, ["--input", github, "--output", join(folder, `peer-${round}`), "--force"]),
      }));
      return (["cpuSeconds", "peakMb"] as const).map((figure) =>
        compareWithFloor(
          {
            id: "P11",
            goal: `GitHub's 1,223 operations into a server, ${figure === "peakMb" ? "peak memory" : "processor time"}: at most its peer's`,
            ...{ beside: "openapi-mcp-generator", unit: figure === "peakMb" ? "MB" : "s", limit: { atMost: 1 } },
          },
          rounds.map((round) => ({ ours: round.ours[figure], floor: round.floor[figure] })),
        ),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Bundles one generation as a program: `DOCUMENT FOLDER`. */
export async function bundleGenerateProgram(outfile: string): Promise<string> {
  const entryPoints = [join(import.meta.dirname, "generateOnce.ts")];
  // As the product is bundled: the main file of jsonc-parser cannot be.
  const mainFields = ["module", "main"];
  await build({ entryPoints, outfile, bundle: true, minify: true, platform: "node", format: "cjs", mainFields });
  return outfile;
}

/** The resources that a program used from its start to its end. */
export function measureUsage(program: string, parameters: readonly string[]) {
  const preload = require.resolve("./reportUsage.cjs");
  const { output, status } = spawnSync(process.execPath, ["--require", preload, program, ...parameters], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return usage.parse(JSON.parse(String(output[3])));
}
