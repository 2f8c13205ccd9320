import { expect, test } from "vitest";
import { measures } from "../judge/measures/all.ts";

/** The short form of `npm run judge` for measures in a real VS Code. */
test.each(measures.filter(({ needs, isLong }) => needs === "editor" && isLong !== true))(
  "$id: $goal",
  async (measure) => {
    const { met, findings = [], figure } = await measure.measure("short");
    expect(findings, figure).toEqual([]);
    expect(met, figure).toBe(true);
  },
  180_000,
);
