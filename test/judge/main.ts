/**
 * `npm run judge`: prints each goal of reliability and security with its result, as a table and as JSON lines.
 * `npm run judge -- R1 S5` measures only these, `--faults` all that begin with R, `--security` all that begin with S. Exits with 1 if a
 * goal is not met.
 */
import { parseArgs } from "node:util";
import { build } from "../host/run.ts";
import { packageExtension } from "../host/vsix.ts";
import type { Measure, MeasureResult } from "./figure.ts";
import { measures } from "./measures/all.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: "boolean" }, security: { type: "boolean" } },
});

function isAskedFor({ id }: Measure): boolean {
  if (positionals.length > 0) return positionals.includes(id);
  if (values.faults === true) return id.startsWith("R");
  return values.security === true ? id.startsWith("S") : true;
}

async function found(measure: Measure): Promise<MeasureResult> {
  try {
    return await measure.measure();
  } catch (error) {
    return {
      figure: "could not be measured",
      met: false,
      findings: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    };
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const asked = measures.filter(isAskedFor);
await build();
if (asked.some(({ needs }) => needs === "editor")) await packageExtension();
const rows: { measure: Measure; found: MeasureResult }[] = [];
for (const measure of asked) {
  const started = performance.now();
  const row = { measure, found: await found(measure) };
  rows.push(row);
  print(`${measure.id} (${((performance.now() - started) / 1000).toFixed(0)} s): ${row.found.figure}`);
  for (const finding of row.found.findings ?? []) print(`  ${finding}`);
}
print("");
const width = Math.max(0, ...rows.map(({ measure }) => measure.goal.length));
for (const {
  measure,
  found: { figure, met },
} of rows) {
  print(`${met ? "✓" : "✗"} ${measure.id}  ${measure.goal.padEnd(width)}  ${figure}`);
}
for (const {
  measure: { id, goal },
  found: { figure, met },
} of rows)
  print(JSON.stringify({ id, goal, figure, met }));
process.exit(rows.length > 0 && rows.every((row) => row.found.met) ? 0 : 1);
