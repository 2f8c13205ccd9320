import { expect, test } from "vitest";
import { measures } from "../../judge/measures/all.ts";

/** Measures that need no editor and end within seconds. `npm run judge` runs all measures. */
const quick = ["S1", "S2", "S4", "S6", "S7", "S8", "S12", "F1"];

test.each(measures.filter(({ id, needs, isLong }) => needs === "node" && !isLong && quick.includes(id)))(
  "$id: $goal",
  async (measure) => {
    const { met, findings = [], figure } = await measure.measure("short");
    expect(findings, figure).toEqual([]);
    expect(met, figure).toBe(true);
  },
  120_000,
);

test("are found by their ids", () => {
  expect(measures.map(({ id }) => id)).toEqual(expect.arrayContaining(quick));
});
