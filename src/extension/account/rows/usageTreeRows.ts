import * as l10n from "@vscode/l10n";
import {
  collectFacts,
  createSectionTreeRow,
  listOperations,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";
import {
  computeUsedShare,
  formatMetricName,
  formatUsage,
  isLimitReached,
  type OrganizationUsageMetric,
} from "../model/formatUsage.ts";

export interface UsageNode {
  readonly kind: "usage";
}

export interface MetricNode {
  readonly kind: "metric";
  readonly metric: OrganizationUsageMetric;
}

export const usageTreeRow: TreeRowKind<UsageNode> = {
  ...createSectionTreeRow("usage", l10n.t("Usage"), "graph"),
  collapsible: "collapsed",
  operations: () => listOperations(["organization.usage"], {}),
};

export const metricTreeRow: TreeRowKind<MetricNode> = {
  id: ({ metric }) => `metric:${metric.name}`,
  accessibleName: l10n.t("Usage"),
  describe: describeMetric,
  click: () => ({ command: "fairlead.organization.showUsage", title: l10n.t("Show Usage") }),
};

function describeMetric({ metric }: MetricNode): NodeText {
  return {
    label: formatMetricName(metric),
    description: formatUsage(metric) ?? "",
    icon: metricIcon(metric),
    facts: () =>
      collectFacts(
        [formatMetricName(metric), formatUsage(metric)],
        [l10n.t("Beyond the limit"), typeof metric.limit === "number" ? l10n.t("refused") : null],
      ),
    context: "metric",
  };
}

function metricIcon(metric: OrganizationUsageMetric): string {
  if (isLimitReached(metric)) return "error";
  return computeUsedShare(metric) >= 0.8 ? "warning" : "pulse";
}
