import { chooseNextVersion, isSemanticVersion } from "../../contract/semanticVersion.ts";

/** Why a text cannot be the number of the next version; undefined where it can. */
export function findVersionProblem(text: string, taken: readonly string[]): string | undefined {
  if (!isSemanticVersion(text)) return "Enter three numbers such as 1.2.0.";
  return taken.includes(text) ? `${text} is published already, and a version never changes.` : undefined;
}

/** What the files themselves say, where that is new; else the next patch. `published`: newest first. */
export function suggestVersion(published: readonly string[], declared: unknown): string {
  return chooseNextVersion(published[0], declared, (version) => published.includes(version));
}
