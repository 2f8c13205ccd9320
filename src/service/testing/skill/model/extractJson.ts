import { tryParseJson } from "../../../../text/tryParseJson.ts";

/** The JSON a model answered with, also between other words or in a fence; undefined where there is none. */
export function extractJson(text: string): unknown {
  const fenced = /```(?:json)?\s*\n(.*?)\n\s*```/s.exec(text)?.[1] ?? "";
  const first = text.search(/[{[]/);
  const last = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return (
    tryParseJson(text) ?? tryParseJson(fenced) ?? (first < 0 ? undefined : tryParseJson(text.slice(first, last + 1)))
  );
}
