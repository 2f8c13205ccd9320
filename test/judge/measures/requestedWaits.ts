import type { Measure } from "../figure.ts";
import { isTunnelGivenUp, judgeCancels } from "./requestedWaits/cancels.ts";
import { judgeRequestedWaits, measureLongestWait } from "./requestedWaits/requestedWaits.ts";

const seed = 20_262;
const extent = {
  full: { rounds: 20, mostSeconds: 6, waits: 2000, cancels: 100 },
  short: { rounds: 1, mostSeconds: 1, waits: 60, cancels: 3 },
} as const;
/** The longest total wait of a call between its attempts. */
const mostWaitMs = 20_000;

export const requestedWaits: Measure = {
  id: "R3",
  goal: "Retry-After never undercut by the server's own clock; total wait bounded; cancel within 100 ms",
  needs: "node",
  measure: async (size) => {
    const { rounds, mostSeconds, waits, cancels } = extent[size];
    const requestedWaits = await judgeRequestedWaits(rounds, mostSeconds, seed);
    const longest = await measureLongestWait(waits, seed);
    const cancelled = await judgeCancels(cancels, seed);
    const findings = [...requestedWaits.findings, ...cancelled.findings];
    if (size === "full" && !(await isTunnelGivenUp())) findings.push("a tunnel without a waiting call stays open");
    const figure = [
      `${requestedWaits.asked} times asked, ${requestedWaits.undercut} undercut (nearest +${requestedWaits.nearestMs.toFixed(0)} ms)`,
      `longest wait of ${waits} calls ${(longest / 1000).toFixed(1)} s of ${mostWaitMs / 1000}`,
      `longest of ${cancelled.count} cancels ${cancelled.longestMs.toFixed(1)} ms (seed ${seed})`,
    ].join("; ");
    return { figure, met: findings.length === 0 && longest <= mostWaitMs && cancelled.longestMs <= 100, findings };
  },
};
