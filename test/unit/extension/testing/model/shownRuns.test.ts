import { expect, test } from "vitest";
import { createShownRuns } from "../../../../../src/extension/testing/model/shownRuns.ts";

test("a run is shown again after its connection was left, but not after the user cancelled it", () => {
  const shown = createShownRuns();
  for (const id of ["ended", "left", "cancelled"]) shown.add(id);
  shown.leave("left", false);
  shown.leave("cancelled", true);
  expect(["ended", "left", "cancelled"].map(shown.has)).toEqual([true, false, true]);
});
