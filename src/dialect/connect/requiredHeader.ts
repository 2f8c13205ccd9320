import { isSettableHeader } from "../../contract/dialectProfile.ts";

const demand = /missing|requir|must|need|provide|include|specif|expect|set\b/i;
const headerName = "[a-z][a-z0-9]*(?:-[a-z0-9]+)+";
const places = [
  new RegExp(String.raw`(?<![\w-])(${headerName})(?![\w-])\W{1,4}(?:(?:request|http) )?header`, "gi"),
  new RegExp(String.raw`\bheaders?\W{1,4}(${headerName})(?![\w-])`, "gi"),
  /(?<![\w-])(x(?:-[a-z0-9]+)+)(?![\w-])/gi,
];
/** Adjectives before the word header. */
const words = /^(?:non|un|re|pre|in|required|missing|one|well|built|custom)-/i;

/** The header that a refusal asks for, if it is not one of the given names. */
export function requiredHeader(text: string, known: readonly string[]): string | undefined {
  const read = text.slice(0, 5000);
  if (!demand.test(read)) return undefined;
  const isKnown = (name: string) => known.some((other) => other.toLowerCase() === name.toLowerCase());
  return places
    .flatMap((place) => [...read.matchAll(place)].map(([, name = ""]) => name))
    .find((name) => isSettableHeader(name) && !words.test(name) && !isKnown(name));
}
