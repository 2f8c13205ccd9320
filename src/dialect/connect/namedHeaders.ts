import { isSettableHeader } from "../../contract/dialectProfile.ts";

/** What the groups of a pattern match in the beginning of a text. */
export function listMatches(text: string, pattern: RegExp): readonly string[] {
  return [...text.slice(0, 5000).matchAll(pattern)].map(([, ...groups]) => groups.find((group) => group) ?? "");
}

/** Words in the names of headers that say for which organization something is asked. */
const tenants = "organi[sz]ations?|org|tenant|workspace|account|team";
const tenantHeader = `((?:[a-z][a-z0-9]*-)*(?:${tenants})(?:-(?:id|slug|name|uuid|ref))?)`;
const tenantInText = new RegExp(String.raw`(?<![\w-])${tenantHeader}(?![\w-])`, "gi");
const wholeTenant = new RegExp(`^${tenantHeader}$`, "i");
const spokenOf = new RegExp(String.raw`header\W{1,3}(${tenants})\b|\b(${tenants})\W{1,3}header`, "gi");

/** The header for the organization that a refusal names; undefined where it names none. */
export function tenantNamed(text: string): string | undefined {
  const names = listMatches(text, tenantInText);
  const clear = names.find((name) => /^x-/i.test(name));
  if (clear !== undefined || !/\bheader/i.test(text)) return clear;
  // What is not clearly a header may be the name of a thing, and a word alone is a word: unless one is spoken of.
  const said = names.find((name) => name.includes("-") && !/^(?:per|sub|multi|cross|no|un|non|re|my)-/i.test(name));
  return said ?? listMatches(text, spokenOf)[0];
}

/** Whether a header of a document is the organization's. */
export const isTenantHeader = (name: string) => wholeTenant.test(name);

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
  if (!demand.test(text.slice(0, 5000))) return undefined;
  const isKnown = (name: string) => known.some((other) => other.toLowerCase() === name.toLowerCase());
  return places
    .flatMap((place) => listMatches(text, place))
    .find((name) => isSettableHeader(name) && !adjectives.test(name) && !isKnown(name));
}
