import { isRecord } from "../../../../text/record.ts";
import type { ReportRedactor } from "../reportRedactor.ts";
import { formatShownText } from "./answerTree.ts";

const most = { items: 3, fields: 60, depth: 8, characters: 60, total: 12_000 } as const;

/**
 * The structure of an answer for a language model: names, and values that are short and hold no secret, e-mail address, host or id.
 * A name in the form of one is redacted too, so a place that goes through it cannot be proposed.
 */
export function createMappingSample(json: unknown, redactor: ReportRedactor): string {
  for (const items of [most.items, 2, 1]) {
    const text = JSON.stringify(sample(json, "", redactor, items, 0), null, 1);
    if (text.length <= most.total) return text;
  }
  return `${JSON.stringify(sample(json, "", redactor, 1, 0))
    .slice(0, most.total)
    .toWellFormed()}\n(cut here)`;
}

function sample(value: unknown, key: string, redactor: ReportRedactor, items: number, depth: number): unknown {
  if (typeof value === "string") return shorten(redactor.text(formatShownText(key, value)));
  // Long numbers are ids, or times.
  if (typeof value === "number")
    return Math.abs(value) < 100_000 ? value : `<number of ${String(Math.round(value)).length} digits>`;
  if (typeof value !== "object" || value === null) return value ?? null;
  if (depth >= most.depth) return Array.isArray(value) ? "<list>" : "<object>";
  if (Array.isArray(value)) return value.slice(0, items).map((item) => sample(item, key, redactor, items, depth + 1));
  if (!isRecord(value)) return null;
  const entries = Object.entries(value).slice(0, most.fields);
  return Object.fromEntries(
    entries.map(([name, inner]) => [redactor.name(name), sample(inner, name, redactor, items, depth + 1)]),
  );
}

function shorten(text: string): string {
  return text.length <= most.characters ? text : `${text.slice(0, most.characters).toWellFormed()}...`;
}
