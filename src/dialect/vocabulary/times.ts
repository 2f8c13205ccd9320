import { isRecord } from "../../text/record.ts";

/** 2000 to 2200, in milliseconds: a number far from now is no time but something else. */
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** How many milliseconds one step of a clock is: seconds, milliseconds, microseconds, nanoseconds. */
const steps = [1000, 1, 1e-3, 1e-6] as const;

/**
 * A point in time, however it is written: RFC 3339 with any offset, without one (then UTC), with a space, as HTTP or mail have it,
 * or counted since 1970 in s, ms, µs or ns, alone or in an object. RFC 3339 in UTC; undefined where it is no time.
 */
export function timeOf(value: unknown): string | undefined {
  if (isRecord(value)) return timeOf(value.$date ?? value.seconds ?? value._seconds ?? value.iso ?? value.date);
  const counted = typeof value === "number" ? value : textNumber(value);
  if (counted !== undefined) return fromCount(counted);
  if (typeof value !== "string" || value.length > 64) return undefined;
  const written = value.trim();
  return fromIso(written) ?? fromWords(written);
}

const iso =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:[.,](\d+))? ?(Z|[+-]\d{2}(?::?\d{2})?)?(?: ?(?:UTC|GMT))?)?$/i;

function fromIso(written: string): string | undefined {
  const [, date = "", minutes = "00:00", seconds = ":00", fraction = "0", zone = "Z"] = iso.exec(written) ?? [];
  const [, hours, rest] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const offset = hours === undefined ? "Z" : `${hours}:${rest ?? "00"}`;
  return fromMilliseconds(Date.parse(`${date}T${minutes}${seconds}.${fraction.slice(0, 3)}${offset}`));
}

/** Dates in words are read where they name day, month and year and nothing has to be guessed. */
function fromWords(written: string): string | undefined {
  const isWords = /^(?:[A-Z][a-z]{2,8},? )?(?:\d{1,2} [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2},?) \d{4}\b/.test(written);
  if (!isWords) return undefined;
  const bare = written.replace(/ \([A-Z]+\)$/, "");
  return fromMilliseconds(Date.parse(/(?:Z|[A-Z]{3}|[+-]\d{4})$/.test(bare) ? bare : `${bare} UTC`));
}

function textNumber(value: unknown): number | undefined {
  return typeof value === "string" && /^\d{9,19}(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

function fromCount(count: number): string | undefined {
  for (const step of steps) {
    const found = fromMilliseconds(count * step);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fromMilliseconds(ms: number): string | undefined {
  return ms >= earliest && ms < latest ? new Date(ms).toISOString() : undefined;
}

/** Whether a value stands for no time at all: zero, the year 1, the year 9999. */
export function isNoTime(value: unknown): boolean {
  return (
    value === 0 || value === "0" || (typeof value === "string" && /^(?:000[01]|1970-01-01T00:00:00|9999)/.test(value))
  );
}

/** Milliseconds of a length of time: a number, by the unit that its name ends in, or a text such as `1.5s` and `2m3s`. */
export function durationOf(value: unknown, name: string): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number === "number") return finite(number * unitOf(name));
  if (typeof number !== "string" || !/^(?:\d+(?:\.\d+)?\s*(?:ms|[smhd])\s*)+$/.test(number)) return undefined;
  const parts = [...number.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhd])/g)];
  return finite(parts.reduce((sum, [, amount, unit = "ms"]) => sum + Number(amount) * (units[unit] ?? 1), 0));
}

const finite = (ms: number) => (Number.isFinite(ms) ? ms : undefined);

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function unitOf(name: string): number {
  if (/(?:seconds|secs?)$/i.test(name) && !/milli/i.test(name)) return 1000;
  return /(?:[_-]s|[a-z]S)$/.test(name) ? 1000 : 1;
}
