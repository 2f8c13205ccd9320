const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** `Fri 20 Nov`; the service counts by days of UTC. What is no date is shown as it comes. */
export function formatDay(date: string): string {
  return words(day, date);
}

/** `20 Nov`, for the edge of a chart. */
export function formatShortDay(date: string): string {
  return words(shortDay, date);
}

function words(format: Intl.DateTimeFormat, date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? date : format.format(at).replace(",", "");
}
