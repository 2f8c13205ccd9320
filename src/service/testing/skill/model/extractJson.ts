import { tryParseJson } from "../../../../text/tryParseJson.ts";

/** Extracts the JSON of a model's response, also from surrounding text or a code fence. Returns `undefined` without JSON. */
export function extractJson(text: string): unknown {
  const fenced = text.split("```", 2)[1]?.replace(/^json/, "") ?? "";
  const first = text.search(/[{[]/);
  const last = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return (
    tryParseJson(text) ?? tryParseJson(fenced) ?? (first < 0 ? undefined : tryParseJson(text.slice(first, last + 1)))
  );
}
