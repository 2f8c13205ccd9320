import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import * as z from "zod";
import { installJudgeTools } from "../judge/judgeTools.ts";

/** Goal P11: GitHub's REST description into a server, next to openapi-mcp-generator, as whole processes in turn. */
const require = createRequire(import.meta.url);
const document = join(dirname(require.resolve("@octokit/openapi/package.json")), "generated/api.github.com.json");
const peer = join(installJudgeTools(), "node_modules/.bin/openapi-mcp-generator");
const folder = mkdtempSync(join(tmpdir(), "fairlead-bench-"));
const ours = join(folder, "generateOnce.cjs");
const usage = z.object({ peakMb: z.number(), cpuSeconds: z.number() });

function measure(program: string, parameters: readonly string[]) {
  const preload = require.resolve("./reportUsage.cjs");
  const { output, status } = spawnSync(process.execPath, ["--require", preload, program, ...parameters], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
  return usage.parse(JSON.parse(String(output[3])));
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

try {
  await build({
    entryPoints: [join(import.meta.dirname, "generateOnce.ts")],
    outfile: ours,
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
  });
  const rounds = Array.from({ length: 3 }, (_, round) => ({
    ours: measure(ours, [document, join(folder, `ours-${round}`)]),
    peer: measure(peer, ["--input", document, "--output", join(folder, `peer-${round}`), "--force"]),
  }));
  for (const figure of ["cpuSeconds", "peakMb"] as const) {
    const [own, floor] = [
      median(rounds.map(({ ours }) => ours[figure])),
      median(rounds.map(({ peer }) => peer[figure])),
    ];
    process.stdout.write(
      `${JSON.stringify({ goal: "P11", figure, ratio: own / floor, atMost: 1, ours: own, peer: floor })}\n`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
