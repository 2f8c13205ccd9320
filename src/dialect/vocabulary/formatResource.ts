import * as l10n from "@vscode/l10n";

const resources: Readonly<Record<string, string>> = {
  apiKey: l10n.t("API key"),
  artifact: l10n.t("registry entry"),
  deployment: l10n.t("deployment"),
  event: l10n.t("event"),
  installation: l10n.t("installation"),
  item: l10n.t("item"),
  kind: l10n.t("kind"),
  member: l10n.t("member"),
  oauthConnection: l10n.t("OAuth connection"),
  organization: l10n.t("organization"),
  project: l10n.t("project"),
  server: l10n.t("server"),
  skill: l10n.t("skill"),
  testRun: l10n.t("test run"),
  token: l10n.t("token"),
  user: l10n.t("user"),
  version: l10n.t("version"),
};

/** The word of a resource of the contract. */
export function formatResource(resource: string): string {
  return resources[resource] ?? resource;
}
