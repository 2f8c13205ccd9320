import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../support/propertyRuns.ts";
import { judgeSchemaPair } from "../../support/surface/judgeSchemaPair.ts";
import { schemaPairs } from "../../support/surface/schemaPairs.ts";

test("a value that fits a schema fits the changed schema, unless the comparison reports it", () => {
  fc.assert(
    fc.property(schemaPairs, fc.nat(), (pair, seed) => {
      const judged = judgeSchemaPair(pair, 60, seed);
      if (judged?.witness && judged.gaps.length === 0) expect.fail(`unreported: ${JSON.stringify(judged.witness)}`);
    }),
    { numRuns: propertyRuns(250) },
  );
});
