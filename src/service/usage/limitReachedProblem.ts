import { utcDay } from "../../text/formatUtcDay.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { Limits, Metric } from "./usageLimits.ts";
import type { Period } from "./usagePeriod.ts";

const words = {
  deployments: "deployments",
  testRuns: "test runs",
  toolCalls: "tool calls",
  storage: "bytes of storage",
} as const satisfies Record<Metric, string>;

/** What the caller is told who would go beyond a limit: which one, what was used of it, and until when. */
export function limitReached(metric: Metric, used: number, limit: Limits[Metric], { end }: Period): ServiceProblem {
  const until =
    metric === "storage"
      ? "Versions are kept, so a higher limit is needed."
      : `More are possible from ${utcDay(Date.parse(end))} (UTC) on.`;
  const message = `The organization has used ${used} of ${limit} ${words[metric]}. ${until}`;
  return new ServiceProblem("limit_reached", message, { errors: [{ path: metric, message: "is used up" }] });
}
