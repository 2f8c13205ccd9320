import * as l10n from "@vscode/l10n";

/** The first of several names, and the number of the others: `a, b, c and 4 more`. */
export function formatFirst(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return names.slice(0, most).join(", ") + (more > 0 ? l10n.t` and ${more} more` : "");
}
