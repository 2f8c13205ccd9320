/** 2000 to 2200, in milliseconds: a number far from now is no time but something else. */
const earliest = Date.UTC(2000, 0, 1);
const latest = Date.UTC(2200, 0, 1);

/** How many milliseconds one step of a clock is: seconds, milliseconds, microseconds, nanoseconds. */
const steps = [1000, 1, 1e-3, 1e-6] as const;

/**
 * A point in time, however it is written: RFC 3339 with any offset, without one (then UTC), with a space, as HTTP or mail have it,
 * or counted since 1970 in s, ms, µs or ns. RFC 3339 in UTC; undefined where it is no time.
 */
export function timeOf(value: unknown): string | undefined {
  const counted = typeof value === "number" ? value : textNumber(value);
  if (counted !== undefined) return fromCount(counted);
  if (typeof value !== "string" || value.length > 64) return undefined;
  const written = value.trim();
  const iso =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?(?: ?UTC)?)?$/i.exec(
      written,
    );
  if (iso) {
    const [, date = "", time = "00:00:00", zone = "Z"] = iso;
    return fromMilliseconds(
      Date.parse(`${date}T${time.replace(",", ".").replace(/(\.\d{3})\d+/, "$1")}${zone.toUpperCase()}`),
    );
  }
  // Dates in words are read where they name day, month and year and nothing has to be guessed.
  const isWords = /^(?:[A-Z][a-z]{2,8},? )?(?:\d{1,2} [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2},?) \d{4}\b/.test(written);
  return isWords
    ? fromMilliseconds(Date.parse(/(?:Z|GMT|UTC|[+-]\d{4})$/.test(written) ? written : `${written} UTC`))
    : undefined;
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
