import { valueAtPath } from "../../../src/dialect/read/expression.ts";
import { isRecord, type UnknownRecord } from "../../../src/text/record.ts";
import type { KnownItem } from "./knownItems.ts";

type Known = readonly (readonly [UnknownRecord, KnownItem])[];

/**
 * The cases of test runs with what is known of them. Those that failed have a name of the truth; in a run in which nothing failed or was
 * skipped all passed; where some were skipped, they are as many as have a value that no other case has.
 */
export function listKnownCases(path: string, runs: Known): Known {
  const seen = runs.flatMap(([item, run]) => {
    const found = valueAtPath(path, item);
    const entries = (Array.isArray(found) ? found : [found]).filter(isRecord);
    return entries.length > 0 ? [{ entries, run }] : [];
  });
  const failed = seen.flatMap(({ entries, run: { failedCases = [] } }) =>
    entries.flatMap((entry): Known => {
      const one = failedCases.find(({ name }) => Object.values(entry).includes(name));
      if (!one) return [];
      const message = one.message == null ? undefined : [one.message];
      return [[entry, { id: undefined, outcome: "failure", fields: { name: [one.name], message } }]];
    }),
  );
  const passed = seen
    .filter(({ run }) => run.outcome === "success" && run.skipped === 0)
    .flatMap(({ entries }) => entries);
  const usual = new Set(passed.flatMap(listValues));
  const skipped = seen.flatMap(({ entries, run }) => {
    if (run.outcome !== "success" || !run.skipped) return [];
    const strange = entries.map((entry) => listValues(entry).filter((value) => !usual.has(value)));
    const telling = strange
      .flat()
      .filter((value, _, all) => all.filter((other) => other === value).length === run.skipped);
    return entries.filter((_, at) => strange[at]?.some((value) => telling.includes(value)));
  });
  const as = (outcome: "success" | "stopped") => (entry: UnknownRecord) =>
    [entry, { id: undefined, outcome, fields: {} }] as const;
  return [...failed, ...passed.map(as("success")), ...skipped.map(as("stopped"))];
}

/** Short texts say how a case ended; names and messages are longer. */
const longest = 20;

function listValues(entry: UnknownRecord): readonly string[] {
  return Object.entries(entry).flatMap(([field, value]) =>
    typeof value === "string" && value.length <= longest && !/^\d+(?:\.\d+)?s?$/.test(value)
      ? [`${field} ${value}`]
      : [],
  );
}
