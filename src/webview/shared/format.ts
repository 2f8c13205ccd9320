const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const number = new Intl.NumberFormat("en");

const units = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "min", ms: 60_000 },
  { name: "s", ms: 1000 },
] as const;

/** `12,345` */
export function formatCount(value: number): string {
  return number.format(value);
}

/** `1 row`, `2 rows`; an irregular plural is passed as `many`. */
export function formatQuantity(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

/** `12 ms`, `1.4 s`. */
export function formatShortDuration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `2 h 5 min`: the two largest units. */
export function formatLongDuration(ms: number): string {
  const at = units.findIndex((unit) => ms >= unit.ms);
  const [large, small] = units.slice(at === -1 ? units.length - 1 : at);
  if (!large) return "0 s";
  const rest = small && Math.floor((ms % large.ms) / small.ms);
  return [`${Math.floor(ms / large.ms)} ${large.name}`, ...(rest && small ? [`${rest} ${small.name}`] : [])].join(" ");
}

/** `5 min ago`; undefined if the service does not send the time. */
export function formatTimeAgo(time: string, now: number): string;
export function formatTimeAgo(time: string | undefined, now: number): string | undefined;
export function formatTimeAgo(time: string | undefined, now: number): string | undefined {
  if (time === undefined) return undefined;
  const ms = now - Date.parse(time);
  const unit = units.find((one) => ms >= one.ms && one.ms >= 60_000);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.name} ago` : "just now";
}

/** `today 12:03`, `3 Nov 2026 12:03`, in the user's time zone. */
export function formatLocalTime(time: string, now: number): string {
  const at = new Date(time);
  const day = date.format(at) === date.format(now) ? "today" : date.format(at);
  return `${day} ${clock.format(at)}`;
}
