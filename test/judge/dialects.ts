import { parseArgs } from "node:util";
import { judgeSeed, type SeedVerdict } from "./dialects/judgeSeed.ts";
import { createDialectTally, formatFailures, formatTallyTable } from "./dialects/tally.ts";

/**
 * `npm run judge:dialects -- --seeds 1..1000`: creates for each seed a service with the 43 operations and its own conventions over
 * the data of the real local service. The client reads everything and changes an item of each kind. The judge compares the
 * displayed data with the service's data, and the effects with the requested changes.
 */
const { values } = parseArgs({ options: { seeds: { type: "string", default: "1..100" } } });
const [, from, to] = /^(\d+)(?:\.\.(\d+))?$/.exec(values.seeds) ?? [];
if (from === undefined) {
  process.stderr.write("Say which seeds: npm run judge:dialects -- --seeds 1..1000\n");
  process.exit(2);
}
const print = (line: string) => process.stdout.write(`${line}\n`);
const verdicts: SeedVerdict[] = [];
const started = performance.now();
for (let seed = Number(from); seed <= Number(to ?? from); seed += 1) {
  const verdict = await judgeSeed(seed);
  verdicts.push(verdict);
  for (const line of formatFailures(verdict)) print(line);
}
for (const line of formatTallyTable(verdicts)) print(line);
const requests = verdicts.reduce((sum, verdict) => sum + verdict.requests, 0);
print(`${requests} requests in ${((performance.now() - started) / 1000).toFixed(0)} s`);
const tally = createDialectTally(verdicts);
print(JSON.stringify(tally));
const isGood = tally.readsRight >= 0.98 * tally.reads && tally.once >= 0.95 * tally.changes;
process.exit(isGood && tally.twice + tally.wrongItem + tally.keyLeaks === 0 ? 0 : 1);
