import * as l10n from "@vscode/l10n";

const units = [
  { ms: 86_400_000, name: l10n.t({ message: "d", comment: ["days"] }) },
  { ms: 3_600_000, name: l10n.t({ message: "h", comment: ["hours"] }) },
  { ms: 60_000, name: l10n.t({ message: "min", comment: ["minutes"] }) },
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
  if (!unit) return ms <= 0 ? l10n.t("expired just now") : l10n.t("expires in less than a minute");
  if (ms <= 0) return l10n.t`expired ${Math.floor(-ms / unit.ms)} ${unit.name} ago`;
  // Rounds, so that a key created for 90 days a moment ago shows 90 days.
  return l10n.t`expires in ${Math.round(ms / unit.ms)} ${unit.name}`;
}
