import type { Organization, Usage } from "../../contract/organizations.ts";
import { formatUtcDay } from "../../text/formatUtcDay.ts";
import { getOwnProperty } from "../../text/record.ts";
import type { ShownMetric, ShownUsage } from "../../webview/protocol/usagePanelMessages.ts";
import {
  computeUsedShare,
  formatAmount,
  formatMetricName,
  formatUsage,
  type OrganizationUsageMetric,
} from "../account/formatUsage.ts";

export interface UsageSnapshot {
  readonly usage: Usage;
  /** undefined: the service does not say more than its id. */
  readonly organization: Organization | undefined;
  readonly connection: string;
  readonly readAt: string;
}

/** From here on it is worth a warning. */
const near = 0.8;

/** What our own service does when there is no more; another one may do something else with metrics of its own. */
const refusals: Readonly<Record<string, string>> = {
  deployments: "Deployments are refused",
  testRuns: "Test runs are refused",
  toolCalls: "Tool calls are refused",
};

/** Usage in words, ready to be drawn. What is not known here is shown as it comes. */
export function formatUsageReport({ usage, organization, connection, readAt }: UsageSnapshot): ShownUsage {
  const names = seriesOf(usage);
  return {
    connection,
    organization: organization?.name ?? usage.organizationId,
    plan: organization?.plan,
    period: usage.period && periodWords(usage.period),
    metrics: (usage.metrics ?? []).map((metric) => shownMetric(metric, usage.period?.end)),
    series: names.map((name) => formatMetricName({ name })),
    days: (usage.daily ?? []).map((one) => ({ date: one.date, counts: names.map((name) => countOf(one, name)) })),
    readAt,
  };
}

/** The end is the moment after the last one. */
function periodWords({ start, end }: NonNullable<Usage["period"]>): string | undefined {
  if (start === undefined || end === undefined) return undefined;
  const [first = "", last = ""] = [Date.parse(start), Date.parse(end) - 1].map(formatUtcDay);
  const monthOf = (date: string) => date.slice(date.indexOf(" "));
  const from = monthOf(first) === monthOf(last) ? first.replace(monthOf(first), "") : first;
  return `${from} to ${last} (UTC)`;
}

function shownMetric(metric: OrganizationUsageMetric, end: string | undefined): ShownMetric {
  const share = computeUsedShare(metric);
  return {
    name: formatMetricName(metric),
    words: formatUsage(metric),
    share: typeof metric.limit === "number" && metric.used !== undefined ? share : null,
    level: share >= 1 ? "full" : share >= near ? "near" : "fine",
    note: noteOf(metric, share, end && `until ${formatUtcDay(Date.parse(end))} (UTC)`),
  };
}

function noteOf(metric: OrganizationUsageMetric, share: number, until: string | undefined): string | null {
  const { limit, used, unit } = metric;
  if (typeof limit !== "number" || used === undefined || share < near) return null;
  const isStorage = metric.name === "storage";
  if (share < 1) {
    const left = `${formatAmount(limit - used, unit)} left`;
    return isStorage || !until ? `${left}.` : `${left} ${until}.`;
  }
  if (isStorage) return "New versions are refused until the limit is raised.";
  return `${(Object.hasOwn(refusals, metric.name) && refusals[metric.name]) || "More is refused"}${until ? ` ${until}, or` : ""} until the limit is raised.`;
}

/** Everything that is a number on some day, in the order in which it comes. */
function seriesOf({ daily }: Usage): readonly string[] {
  const counted = (daily ?? []).flatMap((one) => Object.entries(one).filter(([, value]) => typeof value === "number"));
  return [...new Set(counted.map(([name]) => name))];
}

function countOf(one: NonNullable<Usage["daily"]>[number], name: string): number {
  const value = getOwnProperty(one, name);
  return typeof value === "number" ? value : 0;
}
