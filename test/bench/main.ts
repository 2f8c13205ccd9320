/**
 * `npm run bench`: prints each performance goal beside its floor or peer, as a table and as JSON lines. Benches run one at a time, each in
 * a separate process. `npm run bench -- P4 P9` runs only these. Exits with 1 if a goal is not met.
 */
import { parseArgs } from "node:util";
import * as z from "zod";
import { build, runNode } from "../host/run.ts";
import { benches } from "./all.ts";
import type { Figure } from "./measuring/figure.ts";
import { formatFigures } from "./measuring/table.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { here: { type: "string" } } });

const figureSchema: z.ZodType<Figure> = z.object({
  ...{ id: z.string(), goal: z.string(), beside: z.string(), unit: z.string() },
  ...{ floor: z.number(), ours: z.number(), ratio: z.number(), spread: z.tuple([z.number(), z.number()]) },
  ...{ rounds: z.number(), met: z.boolean() },
});

/** Runs one bench in this process. Its figures are lines of JSON. */
async function runHere(index: number): Promise<void> {
  for (const figure of (await benches[index]?.run()) ?? []) process.stdout.write(`${JSON.stringify(figure)}\n`);
}

async function runAll(): Promise<void> {
  await build();
  const figures: Figure[] = [];
  let failed = 0;
  for (const [index, { ids }] of benches.entries()) {
    if (positionals.length > 0 && !ids.some((id) => positionals.includes(id))) continue;
    process.stderr.write(`bench: ${ids.join(", ")}\n`);
    const { code, output } = await runNode([import.meta.filename, "--here", String(index)]);
    const lines = output.split("\n").filter((line) => line.startsWith('{"id":'));
    figures.push(...lines.map((line) => figureSchema.parse(JSON.parse(line))));
    if (code === 0) continue;
    failed += 1;
    process.stderr.write(output);
  }
  const wanted = figures.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
  process.stdout.write(`${formatFigures(wanted)}\n\n${wanted.map((figure) => JSON.stringify(figure)).join("\n")}\n`);
  if (failed > 0 || wanted.length === 0 || wanted.some(({ met }) => !met)) process.exitCode = 1;
}

await (values.here === undefined ? runAll() : runHere(Number(values.here)));
