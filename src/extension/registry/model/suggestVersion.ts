import * as l10n from "@vscode/l10n";
import { chooseNextVersion, isSemanticVersion } from "../../../contract/semanticVersion.ts";

/** Why a text is no valid number of the next version; undefined when it is valid. */
export function findVersionProblem(text: string, taken: readonly string[]): string | undefined {
  if (!isSemanticVersion(text)) return l10n.t("Enter three numbers such as 1.2.0.");
  return taken.includes(text) ? l10n.t`${text} is published already, and a version never changes.` : undefined;
}

/** The version that the files declare if it is new, else the next patch. `published` is newest first. */
export function suggestVersion(published: readonly string[], declared: unknown): string {
  return chooseNextVersion(published[0], declared, (version) => published.includes(version));
}
