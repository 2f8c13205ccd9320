import * as l10n from "@vscode/l10n";
import type { FieldPath } from "../../../../text/fieldPath.ts";

export function isSameJsonPlace(one: FieldPath, other: FieldPath): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function formatMappedPlace(path: FieldPath): string {
  return path.length === 0 ? l10n.t("the answer itself") : path.join(" > ");
}
