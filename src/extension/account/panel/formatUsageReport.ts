import * as l10n from "@vscode/l10n";
import type { Organization, Usage } from "../../../contract/organizations.ts";
import { formatUtcDay } from "../../../text/formatTime.ts";
import { getOwnProperty } from "../../../text/record.ts";
import type { ShownMetric, ShownUsage } from "../../../webview/protocol/usagePanelMessages.ts";
import {
  computeUsedShare,
  formatAmount,
  formatMetricName,
  formatUsage,
  type OrganizationUsageMetric,
} from "../model/formatUsage.ts";

export interface UsageSnapshot {
  readonly usage: Usage;
  /** undefined: the service sends only its id. */
  readonly organization: Organization | undefined;
  readonly connection: string;
  readonly readAt: string;
}

/** The used share from which a metric has a warning. */
const warningShare = 0.8;

/** The metrics at whose limit the Fairlead service refuses what they count. Another service can have other metrics. */
const refusedMetrics = ["deployments", "testRuns", "toolCalls"];

function formatRefusal({ name }: OrganizationUsageMetric, endDay: string | undefined): string {
  if (!refusedMetrics.includes(name))
    return endDay
      ? l10n.t`More is refused until ${endDay} (UTC), or until the limit is raised.`
      : l10n.t("More is refused until the limit is raised.");
  const refused = formatMetricName({ name });
  return endDay
    ? l10n.t`${refused} are refused until ${endDay} (UTC), or until the limit is raised.`
    : l10n.t`${refused} are refused until the limit is raised.`;
}

/** Formats usage for the page. Unknown metrics keep their own names. */
export function formatUsageReport({ usage, organization, connection, readAt }: UsageSnapshot): ShownUsage {
  const names = listSeries(usage);
  return {
    connection,
    organization: organization?.name ?? usage.organizationId,
    plan: organization?.plan,
    period: usage.period && formatPeriod(usage.period),
    metrics: (usage.metrics ?? []).map((metric) => createShownMetric(metric, usage.period?.end)),
    series: names.map((name) => formatMetricName({ name })),
    days: (usage.daily ?? []).map((one) => ({ date: one.date, counts: names.map((name) => readCount(one, name)) })),
    readAt,
  };
}

/** The end of a period is exclusive. */
function formatPeriod({ start, end }: NonNullable<Usage["period"]>): string | undefined {
  if (start === undefined || end === undefined) return undefined;
  const [first = "", last = ""] = [Date.parse(start), Date.parse(end) - 1].map(formatUtcDay);
  const readMonth = (date: string) => date.slice(date.indexOf(" "));
  const from = readMonth(first) === readMonth(last) ? first.replace(readMonth(first), "") : first;
  return l10n.t`${from} to ${last} (UTC)`;
}

function createShownMetric(metric: OrganizationUsageMetric, end: string | undefined): ShownMetric {
  const share = computeUsedShare(metric);
  return {
    name: formatMetricName(metric),
    text: formatUsage(metric),
    share: typeof metric.limit === "number" && metric.used !== undefined ? share : null,
    level: share >= 1 ? "full" : share >= warningShare ? "near" : "fine",
    note: formatNote(metric, share, end && formatUtcDay(Date.parse(end))),
  };
}

function formatNote(metric: OrganizationUsageMetric, share: number, endDay: string | undefined): string | null {
  const { limit, used, unit } = metric;
  if (typeof limit !== "number" || used === undefined || share < warningShare) return null;
  const isStorage = metric.name === "storage";
  if (share < 1) {
    const left = formatAmount(limit - used, unit);
    return isStorage || !endDay ? l10n.t`${left} left.` : l10n.t`${left} left until ${endDay} (UTC).`;
  }
  if (isStorage) return l10n.t("New versions are refused until the limit is raised.");
  return formatRefusal(metric, endDay);
}

/** Returns the names of all daily fields that are a number on some day, in the order of the response. */
function listSeries({ daily }: Usage): readonly string[] {
  const counted = (daily ?? []).flatMap((one) => Object.entries(one).filter(([, value]) => typeof value === "number"));
  return [...new Set(counted.map(([name]) => name))];
}

function readCount(one: NonNullable<Usage["daily"]>[number], name: string): number {
  const value = getOwnProperty(one, name);
  return typeof value === "number" ? value : 0;
}
