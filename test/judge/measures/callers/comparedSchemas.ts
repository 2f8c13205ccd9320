import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { compareSchemas } from "../../../../src/surface/compareSchemas.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";
import { generateFromDocument } from "../../../support/documents/generateFromDocument.ts";
import { type JudgedSchemaPair, judgeSchemaPair } from "../../../support/surface/judgeSchemaPair.ts";
import { createRealPairs, type SchemaPair, schemaPairs } from "../../../support/surface/schemaPairs.ts";
import type { Measure } from "../../figure.ts";

const seed = 20_260_601;
const counts = { short: { pairs: 400, proposals: 60 }, full: { pairs: 10_000, proposals: 400 } } as const;
/** Of the compatible pairs. */
const mostFalseAlarms = 0.05;
const mostFindings = 10;
/** Longer schemas take the validator too long. */
const maxSchemaLength = 4000;

/** Compares generated pairs of schemas, half of them changes of real tools, and tries values with an independent validator. */
export const comparedSchemas: Measure = {
  id: "T1",
  goal: "No change that breaks callers is called compatible, and at most 5 % of the compatible ones are called breaking",
  needs: "node",
  isLong: true,
  measure: async (size) => {
    const { pairs, proposals } = counts[size];
    const all = [
      ...fc.sample(schemaPairs, { numRuns: pairs / 2, seed }),
      ...fc.sample(createRealPairs(listRealSchemas()), { numRuns: pairs / 2, seed }),
    ];
    const findings: string[] = [];
    const tally = { breaking: 0, missed: 0, compatible: 0, falseAlarms: 0, untried: 0 };
    for (const [index, pair] of all.entries()) {
      const judged = judgeSchemaPair(pair, proposals, seed + index);
      const verdict = judgePair(pair, judged);
      tally[verdict] += 1;
      if (verdict === "missed") tally.breaking += 1;
      if (verdict === "falseAlarms") tally.compatible += 1;
      if (verdict === "missed" && findings.length < mostFindings) findings.push(JSON.stringify({ ...pair, ...judged }));
    }
    const { breaking, missed, compatible, falseAlarms, untried } = tally;
    const share = falseAlarms / Math.max(1, compatible);
    const figure = `${missed} of ${breaking} breaking changes called compatible, ${falseAlarms} of ${compatible} compatible ones (${(share * 100).toFixed(1)} %) called breaking, ${untried} without a valid value, seed ${seed}`;
    return { figure, met: missed === 0 && breaking > 0 && share <= mostFalseAlarms, findings };
  },
};

type Verdict = "breaking" | "missed" | "compatible" | "falseAlarms" | "untried";

function judgePair({ before, after }: SchemaPair, judged: JudgedSchemaPair | undefined): Verdict {
  if (!judged) return "untried";
  const severities = compareSchemas("input", before, after).map(({ severity }) => severity);
  if (judged.witness) return severities.some((severity) => severity !== "compatible") ? "breaking" : "missed";
  if (judged.validCount === 0) return "untried";
  return severities.includes("breaking") ? "falseAlarms" : "compatible";
}

/** The input and output schemas of the tools of public documents. */
function listRealSchemas(): UnknownRecord[] {
  const folder = dirname(createRequire(import.meta.url).resolve("@readme/oas-examples/package.json"));
  const files = globSync("{2.0,3.0,3.1}/**/*.json", { cwd: folder }).sort();
  return files.flatMap((file) => {
    const result = generateFromDocument(readFileSync(join(folder, file), "utf8"));
    const tools = result.ok ? result.definition.tools : [];
    const schemas = tools.flatMap(({ inputSchema, outputSchema }) => [
      inputSchema,
      ...(outputSchema ? [outputSchema] : []),
    ]);
    return schemas
      .map((schema) => JSON.stringify(schema))
      .filter((text) => text.length < maxSchemaLength)
      .map((text): UnknownRecord => JSON.parse(text));
  });
}
