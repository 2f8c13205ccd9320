import { parsedJson } from "../../../http/tryParseJson.ts";

/** The JSON a model answered with, also between other words or in a fence; undefined where there is none. */
export function jsonIn(text: string): unknown {
  const fenced = /```(?:json)?\s*\n(.*?)\n\s*```/s.exec(text)?.[1] ?? "";
  const first = text.search(/[{[]/);
  const last = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return parsedJson(text) ?? parsedJson(fenced) ?? (first < 0 ? undefined : parsedJson(text.slice(first, last + 1)));
}
