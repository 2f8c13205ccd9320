import * as l10n from "@vscode/l10n";

/** `a, b and c`, for a list in a sentence. `Intl.ListFormat` would take 8 MB. */
export const formatList = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : l10n.t`${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
