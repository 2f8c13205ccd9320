import * as l10n from "@vscode/l10n";

/** The language in which numbers, days and times are written; the translation of this text names another one. */
export const locale = l10n.t({ message: "en-GB", comment: ["The BCP 47 tag of the language of this translation"] });
