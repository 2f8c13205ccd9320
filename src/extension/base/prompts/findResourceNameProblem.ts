import * as l10n from "@vscode/l10n";

/** Why a text is no name of a project, a server or an API key, by the service's rule. Spaces around it do not count. */
export function findResourceNameProblem(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return l10n.t("Enter a name.");
  return length > 100 ? l10n.t("At most 100 characters.") : undefined;
}
