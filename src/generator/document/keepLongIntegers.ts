import { ExactNumber } from "../../text/number/exactNumber.ts";

/** Keywords whose value is data that is passed on. Numbers of other keywords are calculated with. */
const dataKeywords = new Set(["const", "default", "enum", "example", "examples"]);

/**
 * Whether a text may have an integer that JavaScript would round. 2^53 has 16 digits. Most long digits of JSON are in strings. To look
 * for the digits first, and then behind, takes a third of the time.
 */
export const mayHaveLongInteger = {
  json: (text: string) => /\d{16}(?<=[:[,]\s*-?\d{16})/.test(text),
  yaml: (text: string) => /\d{16}/.test(text),
} as const;

/**
 * Turns exact numbers and big integers into numbers, in place. Integers beyond 2^53 stay exact within data. A part that occurs several
 * times, as YAML aliases produce them, is changed once.
 */
export function keepLongIntegers(value: unknown): unknown {
  const visited = new Set<object>();
  const change = (item: unknown, isData: boolean): unknown => {
    if (typeof item === "bigint" || item instanceof ExactNumber) return toDocumentNumber(String(item), isData);
    if (typeof item !== "object" || item === null || visited.has(item)) return item;
    visited.add(item);
    const isList = Array.isArray(item);
    for (const [key, member] of Object.entries(item)) {
      const changed = change(member, isData || (!isList && dataKeywords.has(key)));
      if (changed !== member) Object.defineProperty(item, key, { value: changed });
    }
    return item;
  };
  return change(value, false);
}

function toDocumentNumber(source: string, isData: boolean): number | ExactNumber {
  const number = Number(source);
  const isLong = /^-?\d+$/.test(source) && !Number.isSafeInteger(number);
  return isData && isLong ? new ExactNumber(source) : number;
}
