import { countCharacters } from "../../text/countCharacters.ts";
import { isRecord } from "../../text/record.ts";

/** Limits of numbers, lengths or counts. Infinite where there is none. */
export interface Range {
  readonly min: number;
  readonly isMinExclusive: boolean;
  readonly max: number;
  readonly isMaxExclusive: boolean;
}

export const openRange: Range = {
  min: Number.NEGATIVE_INFINITY,
  isMinExclusive: false,
  max: Number.POSITIVE_INFINITY,
  isMaxExclusive: false,
};

/** The range of numbers that a schema allows. In draft 4, `exclusiveMinimum` is a boolean. */
export function readNumberRange(schema: unknown): Range {
  if (!isRecord(schema)) return openRange;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const ranges: Range[] = [];
  if (typeof minimum === "number")
    ranges.push({ ...openRange, min: minimum, isMinExclusive: exclusiveMinimum === true });
  if (typeof maximum === "number")
    ranges.push({ ...openRange, max: maximum, isMaxExclusive: exclusiveMaximum === true });
  if (typeof exclusiveMinimum === "number") ranges.push({ ...openRange, min: exclusiveMinimum, isMinExclusive: true });
  if (typeof exclusiveMaximum === "number") ranges.push({ ...openRange, max: exclusiveMaximum, isMaxExclusive: true });
  return ranges.reduce(intersectRanges, openRange);
}

/** The range of `minLength` and `maxLength`, or of another pair of keywords that count. */
export function readCountRange(schema: unknown, minKeyword: string, maxKeyword: string): Range {
  const read = (keyword: string) => (isRecord(schema) ? schema[keyword] : undefined);
  const [min, max] = [read(minKeyword), read(maxKeyword)];
  return {
    ...openRange,
    min: typeof min === "number" ? Math.max(0, min) : 0,
    max: typeof max === "number" ? max : Number.POSITIVE_INFINITY,
  };
}

export function intersectRanges(one: Range, other: Range): Range {
  const low = one.min > other.min || (one.min === other.min && one.isMinExclusive) ? one : other;
  const high = one.max < other.max || (one.max === other.max && one.isMaxExclusive) ? one : other;
  return { ...low, max: high.max, isMaxExclusive: high.isMaxExclusive };
}

/** The range of the integers in a range. */
export function toIntegerRange({ min, isMinExclusive, max, isMaxExclusive }: Range): Range {
  return {
    min: isMinExclusive ? Math.floor(min) + 1 : Math.ceil(min),
    isMinExclusive: false,
    max: isMaxExclusive ? Math.ceil(max) - 1 : Math.floor(max),
    isMaxExclusive: false,
  };
}

export function isEmptyRange({ min, isMinExclusive, max, isMaxExclusive }: Range): boolean {
  return min > max || (min === max && (isMinExclusive || isMaxExclusive));
}

export function isLowerBound(limit: Range, given: Range): boolean {
  return given.min > limit.min || (given.min === limit.min && (given.isMinExclusive || !limit.isMinExclusive));
}

export function isUpperBound(limit: Range, given: Range): boolean {
  return given.max < limit.max || (given.max === limit.max && (given.isMaxExclusive || !limit.isMaxExclusive));
}

export const singleValueRange = (value: number): Range => ({ ...openRange, min: value, max: value });

/** JSON Schema's `multipleOf`, without the noise of binary fractions. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Number.isInteger(quotient) && Math.abs(quotient) <= Number.MAX_SAFE_INTEGER;
}

/** Whether a number or a text is within the bounds of one schema, without its other keywords. */
export function isWithinBounds(schema: unknown, value: unknown): boolean {
  if (typeof value === "number") {
    const divisor = isRecord(schema) ? schema.multipleOf : undefined;
    if (typeof divisor === "number" && !isMultipleOf(value, divisor)) return false;
    return !isEmptyRange(intersectRanges(readNumberRange(schema), singleValueRange(value)));
  }
  if (typeof value !== "string") return true;
  const range = readCountRange(schema, "minLength", "maxLength");
  return !isEmptyRange(intersectRanges(range, singleValueRange(countCharacters(value))));
}
