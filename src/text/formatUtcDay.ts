import { locale } from "./language/locale.ts";

const dateFormat = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** Formats `1 December 2026` in UTC. There is no shared formatter, because creating the first one delays the start by some 15 ms. */
export function formatUtcDay(timestamp: number): string {
  return new Date(timestamp).toLocaleDateString(locale, dateFormat);
}
