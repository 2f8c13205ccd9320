import { locale } from "../../text/language/locale.ts";

const format = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" } as const;

/** `3 Nov 2026, 12:03` in the user's time zone, as on the pages; undefined when the service returns no time. */
export function formatTimestamp(time: string): string;
export function formatTimestamp(time: string | null | undefined): string | undefined;
export function formatTimestamp(time: string | null | undefined): string | undefined {
  if (typeof time !== "string") return undefined;
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toLocaleString(locale, format);
}
