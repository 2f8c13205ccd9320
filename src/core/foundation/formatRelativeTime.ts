import { unknownTime } from "../../contract/unknownValues.ts";

const units = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "min", ms: 60_000 },
] as const;

/** `3 min ago`, nothing where the service does not say when; a clock that is a little behind the service's makes nothing of the future. */
export function formatRelativeTime(time: string, now: number): string {
  if (time === unknownTime) return "";
  const ms = now - Date.parse(time);
  const unit = units.find((candidate) => ms >= candidate.ms);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.name} ago` : "just now";
}
