import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { createGenerationMeasure, githubDocument } from "../generation/generation.ts";
import type { Curve, Point } from "./curve.ts";

const documentSchema = z.object({
  ...{ openapi: z.string(), info: z.looseObject({}), servers: z.array(z.looseObject({})) },
  paths: z.record(z.string(), z.looseObject({})),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** Generates from parts of GitHub's description with their references, and from copies of it, beside openapi-mcp-generator. */
export async function documents(): Promise<Curve> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-curve-"));
  try {
    const measure = await createGenerationMeasure(folder);
    const found = [100, 500, 2_000, 5_000, 20_000].map((at) => {
      const file = join(folder, `${at}.json`);
      writeFileSync(file, takeOperations(at));
      return { at, rounds: [0, 1, 2].map(() => measure(file)) };
    });
    const list = (side: "ours" | "peer", figure: "cpuSeconds" | "peakMb"): Point[] =>
      found.map(({ at, rounds }) => ({ at, value: Math.min(...rounds.map((round) => round[side][figure])) }));
    return {
      ...{ name: "documents", title: "A server from more and more operations", along: "operations" },
      series: [
        { what: "processor time", unit: "s", points: list("ours", "cpuSeconds") },
        { what: "its peer's", unit: "s", points: list("peer", "cpuSeconds"), isFloor: true },
        { what: "peak memory", unit: "MB", points: list("ours", "peakMb") },
        { what: "its peer's", unit: "MB", points: list("peer", "peakMb"), isFloor: true },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text of a document with about so many of GitHub's operations, some of them under several paths. */
export function takeOperations(count: number): string {
  const whole = documentSchema.parse(JSON.parse(readFileSync(githubDocument, "utf8")));
  const paths: Record<string, object> = {};
  for (let left = count, copy = 0; left > 0; copy += 1)
    for (const [path, item] of Object.entries(whole.paths)) {
      if (left <= 0) break;
      paths[copy === 0 ? path : `/again${copy}${path}`] = item;
      left -= Object.keys(item).length;
    }
  return JSON.stringify({ ...whole, paths, components: referredTo(paths, whole.components) });
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
