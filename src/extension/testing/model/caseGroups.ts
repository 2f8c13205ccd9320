import * as l10n from "@vscode/l10n";

const labels: Readonly<Record<string, string>> = {
  specification: l10n.t("Follows the specification"),
  links: l10n.t("Links and scripts are there"),
  portability: l10n.t("Portability"),
  script: l10n.t("Scripts"),
  trigger: l10n.t("Triggers"),
  eval: "Evals",
  protocol: l10n.t("Protocol"),
  check: "API",
  contract: l10n.t("Compatibility"),
  schema: l10n.t("Tool schemas"),
  smoke: l10n.t("Smoke calls"),
  case: l10n.t("Own cases"),
};
const order = Object.keys(labels);

/** The group of a case by its id; undefined for a case without a group. */
export function findCaseGroup(caseId: string): string | undefined {
  const end = caseId.indexOf(":");
  return end > 0 ? caseId.slice(0, end) : undefined;
}

export function formatCaseGroup(group: string): string {
  return (Object.hasOwn(labels, group) && labels[group]) || group;
}

/** A sort key in the order of execution, for groups and single cases. */
export function rankCaseGroup(id: string): string {
  const rank = order.indexOf(findCaseGroup(id) ?? id);
  return String(rank === -1 ? order.length : rank).padStart(2, "0");
}
