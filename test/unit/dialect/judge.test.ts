import { beforeAll, expect, test } from "vitest";
import { judgeSeed, type SeedVerdict } from "../../judge/dialects/judgeSeed.ts";
import { createDialectTally, type DialectTally, formatFailures } from "../../judge/dialects/tally.ts";

/** The short form of `npm run judge:dialects`: what it asks for of a thousand services, of these. */
const seeds = Array.from({ length: 8 }, (_, index) => 1001 + index);

const verdicts: SeedVerdict[] = [];
let tally: DialectTally;
let failures: string;

beforeAll(async () => {
  for (const seed of seeds) verdicts.push(await judgeSeed(seed));
  tally = createDialectTally(verdicts);
  failures = verdicts.flatMap(formatFailures).join("\n");
}, 180_000);

test("of services that speak in their own way, 98 % of what can be read is shown as they say it", () => {
  expect(tally.readsRight / tally.reads, failures).toBeGreaterThanOrEqual(0.98);
});

test("95 % of the changes take effect exactly once", () => {
  expect(tally.once / tally.changes, failures).toBeGreaterThanOrEqual(0.95);
});

test("no change takes effect twice or on another item", () => {
  expect([tally.twice, tally.wrongItem], failures).toEqual([0, 0]);
});

test("no key is in an address or at another origin", () => {
  expect(tally.keyLeaks, failures).toBe(0);
});
