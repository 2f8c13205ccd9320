import { expect, test } from "vitest";
import { formatQuantity } from "../../../../src/text/language/formatQuantity.ts";

test.each([
  [0, "0 rows"],
  [1, "1 row"],
  [12_345, "12,345 rows"],
])("%d is %s", (count, expected) => {
  expect(formatQuantity(count, "row", "rows")).toBe(expected);
});
