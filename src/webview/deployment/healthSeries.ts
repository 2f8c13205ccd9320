import type { HealthFacts } from "../protocol/deploymentPanelMessages.ts";

type Sample = HealthFacts["history"][number];

/** Best state first. */
const order = ["healthy", "unknown", "degraded", "unhealthy"];

/** A period in which the state did not change. Times are in seconds, the unit of the chart. */
export interface HealthBand {
  readonly from: number;
  readonly to: number;
  readonly status: string;
}

export interface HealthMinute {
  readonly at: string;
  /** The worst state of the minute. */
  readonly status: string;
  readonly medianMs: number | undefined;
  readonly longestMs: number | undefined;
}

/** A gap is this many times as long as the usual time between two samples, and at least so long. */
const gapFactor = 4;
const gapMs = 60_000;
/** The state of the time in which the service did not run. It is no state of the contract. */
export const uncheckedState = "not checked";

/** Adds a sample of its own where checks are missing, because the state before a gap does not last through it. */
export function markHealthGaps(history: readonly Sample[]): readonly Sample[] {
  const times = history.map(({ at }) => Date.parse(at));
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usualMs = medianOf(pauses.toSorted((one, other) => one - other)) ?? 0;
  return history.flatMap((sample, index) => {
    const isBeforeGap = (pauses[index] ?? 0) > Math.max(gapMs, gapFactor * usualMs);
    if (!isBeforeGap) return [sample];
    const at = new Date((times[index] ?? 0) + usualMs).toISOString();
    return [sample, { at, status: uncheckedState, latencyMs: null }];
  });
}

export const toSampleSeconds = ({ at }: Sample): number => Date.parse(at) / 1000;

/** The state of a sample lasts until the next sample, that of the last sample until the end. */
export function computeHealthBands(history: readonly Sample[], end: number): readonly HealthBand[] {
  const bands: HealthBand[] = [];
  for (const sample of history) {
    const from = toSampleSeconds(sample);
    const before = bands.at(-1);
    if (before?.status === sample.status) continue;
    if (before) bands[bands.length - 1] = { ...before, to: from };
    bands.push({ from, to: Math.max(end, from), status: sample.status });
  }
  return bands;
}

/** Summarizes the history by minute, newest first. */
export function computeHealthMinutes(history: readonly Sample[]): readonly HealthMinute[] {
  const minutes = Map.groupBy(history, ({ at }) => at.slice(0, 16));
  return [...minutes.values()].reverse().map((samples) => {
    const times = latencies(samples);
    return {
      at: samples[0]?.at ?? "",
      status: samples.map(({ status }) => status).reduce(worse),
      medianMs: medianOf(times),
      longestMs: times.at(-1),
    };
  });
}

export interface HealthSummary {
  readonly medianMs: number | undefined;
  readonly longestMs: number | undefined;
  /** The share of each state in the whole time, longest first. */
  readonly shares: readonly { readonly status: string; readonly share: number }[];
}

export function summarizeHealth(history: readonly Sample[], end: number): HealthSummary {
  const times = latencies(history);
  const bands = computeHealthBands(history, end);
  const total = bands.reduce((sum, { from, to }) => sum + to - from, 0) || 1;
  const perStatus = Map.groupBy(bands, ({ status }) => status);
  const shares = [...perStatus].map(([status, some]) => ({
    status,
    share: some.reduce((sum, { from, to }) => sum + to - from, 0) / total,
  }));
  return {
    medianMs: medianOf(times),
    longestMs: times.at(-1),
    shares: shares.sort((one, other) => other.share - one.share),
  };
}

function latencies(samples: readonly Sample[]): number[] {
  return samples.flatMap(({ latencyMs }) => latencyMs ?? []).sort((one, other) => one - other);
}

/** Returns the shorter of two middle values. */
function medianOf(sorted: readonly number[]): number | undefined {
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

function worse(one: string, other: string): string {
  return order.indexOf(other) > order.indexOf(one) ? other : one;
}
