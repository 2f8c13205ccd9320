import * as l10n from "@vscode/l10n";
import { formatList } from "./language/formatList.ts";

/** The names, or the first of many and the number of the others: `a, b and c`, `a, b, c and 4 more`. */
export function formatFirst(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return more > 0 ? names.slice(0, most).join(", ") + l10n.t` and ${more} more` : formatList(names);
}

/** The first lines, and one with the number of the others. */
export function listFirst(lines: readonly string[], most: number): string[] {
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [l10n.t`and ${more} more`] : [])];
}
