import * as l10n from "@vscode/l10n";
import { locale } from "./language/locale.ts";

const clock = { hour: "2-digit", minute: "2-digit" } as const;
const day = { day: "numeric", month: "short" } as const;

/** `14:05` today, `3 Nov, 14:05` this year, `3 Nov 2025, 14:05` before, in the user's time zone. Returns what is no time unchanged. */
export function formatLocalTime(time: string | number, now: number): string {
  const [at, today] = [new Date(time), new Date(now)];
  if (Number.isNaN(at.getTime())) return String(time);
  if (at.toDateString() === today.toDateString()) return at.toLocaleString(locale, clock);
  const isThisYear = at.getFullYear() === today.getFullYear();
  return at.toLocaleString(locale, { ...day, ...(isThisYear ? {} : { year: "numeric" }), ...clock });
}

/** `3 Nov 2026, 14:05:09`, for tooltips; undefined when the service returns no time. */
export function formatFullTime(time: string): string;
export function formatFullTime(time: string | null | undefined): string | undefined;
export function formatFullTime(time: string | null | undefined): string | undefined {
  if (typeof time !== "string") return undefined;
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return time;
  return at.toLocaleString(locale, { ...day, year: "numeric", ...clock, second: "2-digit" });
}

const dateFormat = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;

/** Formats `1 December 2026` in UTC. There is no shared formatter, because creating the first one delays the start by some 15 ms. */
export function formatUtcDay(timestamp: number): string {
  return new Date(timestamp).toLocaleDateString(locale, dateFormat);
}

const units = [
  { ms: 86_400_000, format: (count: number) => l10n.t`${count} d ago` },
  { ms: 3_600_000, format: (count: number) => l10n.t`${count} h ago` },
  { ms: 60_000, format: (count: number) => l10n.t`${count} min ago` },
] as const;

/** `3 min ago`; undefined when the service returns no time. A local clock that is slow gives `just now`. */
export function formatRelativeTime(time: string, now: number): string;
export function formatRelativeTime(time: string | null | undefined, now: number): string | undefined;
export function formatRelativeTime(time: string | null | undefined, now: number): string | undefined {
  if (typeof time !== "string") return undefined;
  const ms = now - Date.parse(time);
  const unit = units.find((candidate) => ms >= candidate.ms);
  return unit ? unit.format(Math.floor(ms / unit.ms)) : l10n.t("just now");
}
