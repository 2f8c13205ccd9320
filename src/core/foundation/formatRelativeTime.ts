const units = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "min", ms: 60_000 },
] as const;

/** `3 min ago`; undefined when the service returns no time. A local clock that is slow gives `just now`. */
export function formatRelativeTime(time: string, now: number): string;
export function formatRelativeTime(time: string | null | undefined, now: number): string | undefined;
export function formatRelativeTime(time: string | null | undefined, now: number): string | undefined {
  if (typeof time !== "string") return undefined;
  const ms = now - Date.parse(time);
  const unit = units.find((candidate) => ms >= candidate.ms);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.name} ago` : "just now";
}
