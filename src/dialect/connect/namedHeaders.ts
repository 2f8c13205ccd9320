import { isSettableHeader } from "../../contract/dialectProfile.ts";

/** Words in the names of headers that say for which organization something is asked. */
const tenants = "organi[sz]ations?|org|tenant|workspace|account|team";
const header = new RegExp(
  String.raw`(?<![\w-])(?:[a-z][a-z0-9]*-)*(?:${tenants})(?:-(?:id|slug|name|uuid|ref))?(?![\w-])`,
  "gi",
);

/** The header for the organization that a refusal names; undefined where it names none. */
export function tenantNamed(text: string): string | undefined {
  const names = [...text.slice(0, 5000).matchAll(header)].map(([name]) => name);
  const clear = names.find((name) => /^x-/i.test(name));
  if (clear !== undefined || !/\bheader/i.test(text)) return clear;
  // What is not clearly a header may be the name of a thing, and a word alone is a word: unless one is spoken of.
  const said = names.find((name) => name.includes("-") && !/^(?:per|sub|multi|cross|no|un|non|re|my)-/i.test(name));
  if (said !== undefined) return said;
  const alone = new RegExp(String.raw`header\W{1,3}(${tenants})\b|\b(${tenants})\W{1,3}header`, "i").exec(text);
  return alone?.[1] ?? alone?.[2];
}

/** Whether a header of a document is the organization's. */
export function isTenantHeader(name: string): boolean {
  return new RegExp(`^(?:[a-z][a-z0-9]*-)*(?:${tenants})(?:-(?:id|slug|name|uuid|ref))?$`, "i").test(name);
}

const demand = /missing|requir|must|need|provide|include|specif|expect|set\b/i;
const headerName = "[a-z][a-z0-9]*(?:-[a-z0-9]+)+";
const places = [
  new RegExp(String.raw`(?<![\w-])(${headerName})(?![\w-])\W{1,4}(?:(?:request|http) )?header`, "gi"),
  new RegExp(String.raw`\bheaders?\W{1,4}(${headerName})(?![\w-])`, "gi"),
  /(?<![\w-])(x(?:-[a-z0-9]+)+)(?![\w-])/gi,
];
/** Adjectives before the word header. */
const adjectives = /^(?:non|un|re|pre|in|required|missing|one|well|built|custom)-/i;

/** The header that a refusal asks for, if it is not one of the given names. */
export function requiredHeader(text: string, known: readonly string[]): string | undefined {
  const read = text.slice(0, 5000);
  if (!demand.test(read)) return undefined;
  const isKnown = (name: string) => known.some((other) => other.toLowerCase() === name.toLowerCase());
  return places
    .flatMap((place) => [...read.matchAll(place)].map(([, name = ""]) => name))
    .find((name) => isSettableHeader(name) && !adjectives.test(name) && !isKnown(name));
}
