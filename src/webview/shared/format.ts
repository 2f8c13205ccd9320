import * as l10n from "@vscode/l10n";
import { locale } from "../../text/language/locale.ts";

const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const date = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const units = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "min", ms: 60_000 },
  { name: "s", ms: 1000 },
] as const;

/** `12 ms`, `1.4 s`. */
export function formatShortDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${seconds.format(ms / 1000)} s`;
}

/** `2 h 5 min`: the two largest units. */
export function formatLongDuration(ms: number): string {
  const at = units.findIndex((unit) => ms >= unit.ms);
  const [large, small] = units.slice(at === -1 ? units.length - 1 : at);
  if (!large) return "0 s";
  const rest = small && Math.floor((ms % large.ms) / small.ms);
  return [`${Math.floor(ms / large.ms)} ${large.name}`, ...(rest && small ? [`${rest} ${small.name}`] : [])].join(" ");
}

const ages = [
  { ms: 86_400_000, format: (count: number) => l10n.t`${count} d ago` },
  { ms: 3_600_000, format: (count: number) => l10n.t`${count} h ago` },
  { ms: 60_000, format: (count: number) => l10n.t`${count} min ago` },
];

/** `5 min ago`; undefined if the service does not send the time. */
export function formatTimeAgo(time: string, now: number): string;
export function formatTimeAgo(time: string | undefined, now: number): string | undefined;
export function formatTimeAgo(time: string | undefined, now: number): string | undefined {
  if (time === undefined) return undefined;
  const ms = now - Date.parse(time);
  const age = ages.find((one) => ms >= one.ms);
  return age ? age.format(Math.floor(ms / age.ms)) : l10n.t("just now");
}

/** `today 12:03`, `3 Nov 2026 12:03`, in the user's time zone. */
export function formatLocalTime(time: string, now: number): string {
  const at = new Date(time);
  const day = date.format(at);
  return day === date.format(now) ? l10n.t`today ${clock.format(at)}` : `${day} ${clock.format(at)}`;
}
