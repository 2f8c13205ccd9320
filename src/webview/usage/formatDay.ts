import { locale } from "../../text/language/locale.ts";

const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const shortDayFormat = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });

/** `Fri 20 Nov`; the service counts by UTC days. Returns a text that is not a date unchanged. */
export function formatDay(date: string): string {
  return formatDate(day, date);
}

/** `20 Nov`, for the edge of a chart. */
export function formatShortDay(date: string): string {
  return formatDate(shortDayFormat, date);
}

function formatDate(format: Intl.DateTimeFormat, date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? date : format.format(at).replace(",", "");
}
