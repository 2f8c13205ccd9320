/** The period of the limits: a calendar month in UTC. */
export interface UsagePeriod {
  readonly start: string;
  readonly end: string;
}

export function getUsagePeriod(at: Date): UsagePeriod {
  const month = (offset: number) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset)).toISOString();
  return { start: month(0), end: month(1) };
}

/** Formats a UTC date as `2026-03-09`. */
export function toUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

const dayMs = 86_400_000;

/** The last `count` days including today, oldest first. */
export function listLastDays(at: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => toUtcDay(new Date(at.getTime() - (count - 1 - index) * dayMs)));
}
