const units = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "min", ms: 60_000 },
] as const;

export function isExpired(time: string | null | undefined, now: number): boolean {
  return typeof time === "string" && Date.parse(time) <= now;
}

/** `expires in 3 d`, `expired 2 h ago`; undefined when the key does not expire or the service does not report it. */
export function formatExpiry(time: string, now: number): string;
export function formatExpiry(time: string | null | undefined, now: number): string | undefined;
export function formatExpiry(time: string | null | undefined, now: number): string | undefined {
  if (typeof time !== "string") return undefined;
  const ms = Date.parse(time) - now;
  const unit = units.find((candidate) => Math.abs(ms) >= candidate.ms);
  // Rounds, so that a key created for 90 days a moment ago shows 90 days.
  const whole = ms > 0 ? Math.round : Math.floor;
  const span = unit && `${whole(Math.abs(ms) / unit.ms)} ${unit.name}`;
  if (ms <= 0) return span ? `expired ${span} ago` : "expired just now";
  return `expires in ${span ?? "less than a minute"}`;
}
