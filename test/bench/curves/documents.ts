import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";
import { bundleGenerateProgram, measureUsage } from "../generation.ts";
import type { Curve, Point } from "./curve.ts";

const require = createRequire(import.meta.url);
const github = join(dirname(require.resolve("@octokit/openapi/package.json")), "generated/api.github.com.json");
/** Returns parts of GitHub's paths, or several copies of all of them under other names. */
const parts = [0.001, 0.01, 0.05, 0.2, 1, 8];
const documentSchema = z.object({
  ...{ openapi: z.string(), info: z.looseObject({}), servers: z.array(z.looseObject({})) },
  paths: z.record(z.string(), z.looseObject({})),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Generates from documents of 10 kB to 20 MB: parts of a real document with their references. */
export async function documents(): Promise<Curve> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-curve-"));
  const whole = documentSchema.parse(JSON.parse(readFileSync(github, "utf8")));
  const [time, memory]: [Point[], Point[]] = [[], []];
  try {
    const program = await bundleGenerateProgram(join(folder, "generateOnce.cjs"));
    for (const part of parts) {
      const file = join(folder, `part-${part}.json`);
      const text = JSON.stringify(partOf(whole, part));
      writeFileSync(file, text);
      const rounds = [0, 1, 2].map((round) => measureUsage(program, [file, join(folder, `made-${part}-${round}`)]));
      const at = Math.round(text.length / 1000);
      time.push({ at, value: Math.min(...rounds.map(({ cpuSeconds }) => cpuSeconds)) });
      memory.push({ at, value: Math.min(...rounds.map(({ peakMb }) => peakMb)) });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    ...{ name: "documents", title: "A server from a longer and longer OpenAPI document", along: "kB of document" },
    series: [
      { what: "processor time", unit: "s", points: time },
      { what: "peak memory", unit: "MB", points: memory },
    ],
  };
}

function partOf(whole: z.output<typeof documentSchema>, part: number): object {
  const all = Object.entries(whole.paths);
  const some = all.slice(0, Math.ceil(all.length * Math.min(part, 1)));
  const times = Array.from({ length: Math.ceil(part) }, (_, time) => (time === 0 ? "" : `/again${time}`));
  const paths = Object.fromEntries(times.flatMap((start) => some.map(([path, item]) => [start + path, item])));
  return { ...whole, paths, components: referredTo(paths, whole.components) };
}

/** Collects all direct and indirect references. */
function referredTo(from: object, components: z.output<typeof documentSchema>["components"]): object {
  const referenced: Record<string, Record<string, unknown>> = {};
  const open: unknown[] = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const [, kind = "", name = ""] of JSON.stringify(next).matchAll(/"#\/components\/(\w+)\/([^"/]+)"/g)) {
      const found = components[kind]?.[name];
      if (found === undefined || referenced[kind]?.[name] !== undefined) continue;
      referenced[kind] = { ...referenced[kind], [name]: found };
      open.push(found);
    }
  }
  return referenced;
}
