const fillers = new Set("a all an and any as at by for from in into its of on or the this to with your".split(" "));

/** Verbs that mean the same in the texts of an API. */
const synonyms: ReadonlyMap<string, string> = new Map(
  ["get fetch list read retrieve return show view", "delete remove", "create add", "update change edit modify"].flatMap(
    (group) => group.split(" ").map((verb) => [verb, group] as const),
  ),
);

/**
 * Whether a description starts with a summary, or its first sentence has every word of it, so that the summary adds only tokens: "Delete
 * a pet" before "Removes one pet by its id."
 */
export function repeatsSummary(description: string, summary: string): boolean {
  if (description.startsWith(summary.replace(/\.$/, ""))) return true;
  const [sentence = ""] = description.split(/(?<=[.!?:;])\s|\n\s*\n/, 1);
  const known = new Set(listMeanings(sentence));
  const wanted = listMeanings(summary);
  return wanted.length > 0 && wanted.every((meaning) => known.has(meaning));
}

function listMeanings(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words
    .filter((word) => !fillers.has(word))
    .map((word) => word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, ""))
    .map((word) => synonyms.get(word) ?? word);
}
