import { expect, test } from "vitest";
import { measures } from "../../judge/measures/all.ts";

/** The short form of `npm run judge` for measures that need no editor. */
test.each(measures.filter(({ needs, isLong }) => needs === "node" && isLong !== true))(
  "$id: $goal",
  async (measure) => {
    const { met, findings = [], figure } = await measure.measure("short");
    expect(findings, figure).toEqual([]);
    expect(met, figure).toBe(true);
  },
  120_000,
);
