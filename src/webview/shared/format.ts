import { locale } from "../../text/language/locale.ts";

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
