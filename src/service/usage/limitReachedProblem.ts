import { formatUtcDay } from "../../text/formatLocalTime.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { LimitedMetric, UsageLimits } from "./usageLimits.ts";
import type { UsagePeriod } from "./usagePeriod.ts";

const metricNames = {
  deployments: "deployments",
  testRuns: "test runs",
  toolCalls: "tool calls",
  storage: "bytes of storage",
} as const satisfies Record<LimitedMetric, string>;

/** The problem of a request that would exceed a limit. It names the metric, the used amount and the end of the period. */
export function createLimitReachedProblem(
  metric: LimitedMetric,
  used: number,
  limit: UsageLimits[LimitedMetric],
  { end }: UsagePeriod,
): ServiceProblem {
  const advice =
    metric === "storage"
      ? "Versions are never deleted: set a higher limit, or keep fewer deployments, whose logs count too."
      : `The next period starts on ${formatUtcDay(Date.parse(end))} (UTC).`;
  const message = `The organization has used ${used} of ${limit} ${metricNames[metric]}. ${advice}`;
  return new ServiceProblem("limit_reached", message, { errors: [{ path: metric, message: "The limit is reached." }] });
}
