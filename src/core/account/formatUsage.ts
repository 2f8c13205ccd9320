import { sizeWords } from "../../text/formatByteSize.ts";
import type { Metric } from "./accountNodes.ts";

const names: Readonly<Record<string, string>> = {
  deployments: "Deployments",
  testRuns: "Test runs",
  toolCalls: "Tool calls",
  storage: "Storage",
};

/** A metric of another service keeps its own name. */
export function metricName({ name }: Pick<Metric, "name">): string {
  return (Object.hasOwn(names, name) && names[name]) || name;
}

/** 0 where there is no limit. */
export function usedShare({ used, limit }: Metric): number {
  if (limit === null) return 0;
  return limit === 0 ? 1 : used / limit;
}

export function isUsedUp(metric: Metric): boolean {
  return usedShare(metric) >= 1;
}

/** `12 of 100`, `3 MB, no limit`; from 80 % on it says so. */
export function metricWords(metric: Metric): string {
  const { used, limit, unit } = metric;
  if (limit === null) return `${amountWords(used, unit)}, no limit`;
  const share = usedShare(metric);
  const warning = share >= 1 ? ", used up" : share >= 0.8 ? `, ${Math.floor(share * 100)} % used` : "";
  const much = unit === "bytes" ? sizeWords(used) : count(used);
  return `${much} of ${amountWords(limit, unit)}${warning}`;
}

/** `1,200`, `3 MB`, `12 hours`: what another service counts in is said as it comes. */
export function amountWords(amount: number, unit: string): string {
  if (unit === "bytes") return sizeWords(amount);
  return unit === "count" ? count(amount) : `${count(amount)} ${unit}`;
}

const count = (amount: number) => amount.toLocaleString("en-US");
