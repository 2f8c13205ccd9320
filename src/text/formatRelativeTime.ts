import * as l10n from "@vscode/l10n";

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
