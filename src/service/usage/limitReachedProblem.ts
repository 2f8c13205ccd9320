import { formatUtcDay } from "../../text/formatUtcDay.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { LimitedMetric, UsageLimits } from "./usageLimits.ts";
import type { UsagePeriod } from "./usagePeriod.ts";

const words = {
  deployments: "deployments",
  testRuns: "test runs",
  toolCalls: "tool calls",
  storage: "bytes of storage",
} as const satisfies Record<LimitedMetric, string>;

/** What the caller is told who would go beyond a limit: which one, what was used of it, and until when. */
export function createLimitReachedProblem(
  metric: LimitedMetric,
  used: number,
  limit: UsageLimits[LimitedMetric],
  { end }: UsagePeriod,
): ServiceProblem {
  const until =
    metric === "storage"
      ? "Versions are kept, so a higher limit is needed."
      : `More are possible from ${formatUtcDay(Date.parse(end))} (UTC) on.`;
  const message = `The organization has used ${used} of ${limit} ${words[metric]}. ${until}`;
  return new ServiceProblem("limit_reached", message, { errors: [{ path: metric, message: "is used up" }] });
}
