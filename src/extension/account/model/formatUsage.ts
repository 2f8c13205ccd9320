import * as l10n from "@vscode/l10n";
import type { Usage } from "../../../contract/organizations.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { locale } from "../../../text/language/locale.ts";

export type OrganizationUsageMetric = NonNullable<Usage["metrics"]>[number];

const names: Readonly<Record<string, string>> = {
  deployments: l10n.t("Deployments"),
  testRuns: l10n.t("Test runs"),
  toolCalls: l10n.t("Tool calls"),
  storage: l10n.t("Storage"),
};

/** A metric of another service keeps its own name. */
export function formatMetricName({ name }: Pick<OrganizationUsageMetric, "name">): string {
  return (Object.hasOwn(names, name) && names[name]) || name;
}

/** 0 where there is no limit. */
export function computeUsedShare({ used, limit }: OrganizationUsageMetric): number {
  if (typeof limit !== "number" || used === undefined) return 0;
  return limit === 0 ? 1 : used / limit;
}

export function isLimitReached(metric: OrganizationUsageMetric): boolean {
  return computeUsedShare(metric) >= 1;
}

/**
 * `12 of 100`, `3 MB` without a limit, with a warning from 80 % on; undefined when the service does not report the used
 * amount.
 */
export function formatUsage(metric: OrganizationUsageMetric): string | undefined {
  const { used, limit, unit } = metric;
  if (used === undefined) return undefined;
  if (typeof limit !== "number") return formatAmount(used, unit);
  const share = computeUsedShare(metric);
  const warning = share >= 1 ? l10n.t(", used up") : share >= 0.8 ? l10n.t`, ${Math.floor(share * 100)} % used` : "";
  const much = unit === "bytes" ? formatByteSize(used) : count(used);
  return l10n.t`${much} of ${formatAmount(limit, unit)}${warning}`;
}

/** `1,200`, `3 MB`, `12 hours`; a unit that the contract does not know is shown unchanged. */
export function formatAmount(amount: number, unit: string | undefined): string {
  if (unit === "bytes") return formatByteSize(amount);
  return unit === undefined || unit === "count" ? count(amount) : `${count(amount)} ${unit}`;
}

const count = (amount: number) => amount.toLocaleString(locale);
