import * as l10n from "@vscode/l10n";

const units = [
  {
    ms: 86_400_000,
    formatLeft: (count: number) => l10n.t`expires in ${count} d`,
    formatPast: (count: number) => l10n.t`expired ${count} d ago`,
  },
  {
    ms: 3_600_000,
    formatLeft: (count: number) => l10n.t`expires in ${count} h`,
    formatPast: (count: number) => l10n.t`expired ${count} h ago`,
  },
  {
    ms: 60_000,
    formatLeft: (count: number) => l10n.t`expires in ${count} min`,
    formatPast: (count: number) => l10n.t`expired ${count} min ago`,
  },
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
  if (ms <= 0) return unit ? unit.formatPast(Math.floor(-ms / unit.ms)) : l10n.t("expired just now");
  // Rounds, so that a key created for 90 days a moment ago shows 90 days.
  return unit ? unit.formatLeft(Math.round(ms / unit.ms)) : l10n.t("expires in less than a minute");
}
