declare global {
  interface JSON {
    /** Node has it since version 21; TypeScript's library of ES2024 does not declare it. */
    rawJSON(text: string): unknown;
  }
}

/**
 * A JSON number that JavaScript would write differently than it was read: `9007199254740993`, `1e400`, `1.0`. `JSON.stringify` writes it
 * as it was read. Validators and code that calculates need `toPlainNumbers` first.
 */
export class ExactNumber {
  /** By the grammar of JSON numbers. It is private, because a JSON value must not have a member that its document does not have. */
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  toJSON(): unknown {
    return JSON.rawJSON(this.#source);
  }

  toString(): string {
    return this.#source;
  }
}

/** JavaScript writes a decimal of at most so many digits as it was read, if it has no zeros at its end. */
const faithfulDigits = 15;

/** Whether `JSON.parse` and `JSON.stringify` would change the text of a JSON number. */
export function isChangedNumber(source: string): boolean {
  // Small fractions are left out, because JavaScript writes 0.0000001 as 1e-7.
  const isShort = source.length <= faithfulDigits;
  if (isShort && /^(?:0|-?[1-9]\d*)(?:\.\d*[1-9])?$/.test(source) && !source.startsWith("0.000000")) return false;
  return String(Number(source)) !== source;
}

const numberPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** `isNegative` and the value as an integer of `digits` (without zeros at its ends) times ten to the power of `exponent`. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** Returns undefined for a text that is not a JSON number, and for an exponent that a number cannot hold. */
function readDecimal(source: string): Decimal | undefined {
  const [, sign, whole = "", fraction = "", power = "0"] = numberPattern.exec(source) ?? [];
  const exponent = Number(power) - fraction.length;
  if (sign === undefined || !Number.isSafeInteger(exponent)) return undefined;
  const trimmed = `${whole}${fraction}`.replace(/^0+/, "");
  const digits = trimTrailingZeros(trimmed);
  if (digits === "") return { isNegative: false, digits, exponent: 0 };
  return { isNegative: sign === "-", digits, exponent: exponent + trimmed.length - digits.length };
}

/** A regular expression would take a time that grows with the square of the length. */
function trimTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

type JsonNumber = number | ExactNumber;

const isJsonNumber = (value: unknown): value is JsonNumber => typeof value === "number" || value instanceof ExactNumber;

/** Compares two JSON numbers by their exact values: negative, 0 or positive. Returns undefined if one of them is no number. */
export function compareExactNumbers(a: unknown, b: unknown): number | undefined {
  if (!isJsonNumber(a) || !isJsonNumber(b)) return undefined;
  const [left, right] = [readDecimal(String(a)), readDecimal(String(b))];
  if (!left || !right) return String(a) === String(b) ? 0 : undefined;
  if (left.isNegative !== right.isNegative) return left.isNegative ? -1 : 1;
  return left.isNegative ? compareMagnitudes(right, left) : compareMagnitudes(left, right);
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  if (a.digits === "" || b.digits === "") return a.digits.length - b.digits.length;
  const difference = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (difference !== 0) return difference;
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1;
}

/** More digits than any integer type of an API has. */
const mostIntegerDigits = 80;

/** The digits of a number that is an integer, such as `100` for `1e2`. Returns undefined for others and for very long ones. */
export function formatExactInteger(value: ExactNumber): string | undefined {
  const decimal = readDecimal(String(value));
  if (!decimal || decimal.exponent < 0 || decimal.digits.length + decimal.exponent > mostIntegerDigits)
    return undefined;
  return `${decimal.isNegative ? "-" : ""}${decimal.digits || "0"}${"0".repeat(decimal.exponent)}`;
}

/** Whether a text is a number by the grammar of JSON. */
export const isJsonNumberText = (text: string) => numberPattern.test(text);

/** Returns a number, or an exact number if JavaScript would change it. `source` is a JSON number. */
export function toJsonNumber(source: string): JsonNumber {
  return isChangedNumber(source) ? new ExactNumber(source) : Number(source);
}

/** Replaces the exact numbers of a value by what `JSON.parse` would have read. */
export function toPlainNumbers(value: unknown): unknown {
  return replaceExactNumbers(value, (exact) => Number(String(exact)));
}

/** Replaces exact numbers by plain ones of the same value, such as `1.0` by 1. Those that JavaScript cannot hold stay. */
export function simplifyExactNumbers(value: unknown): unknown {
  return replaceExactNumbers(value, (exact) => {
    const number = Number(String(exact));
    return Number.isFinite(number) && compareExactNumbers(exact, number) === 0 ? number : exact;
  });
}

/** Replaces exact numbers by plain ones, except in the member that the names lead to. */
export function toPlainNumbersExceptAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return toPlainNumbers(value);
  const members = Object.entries(value).map(([key, member]): [string, unknown] => [
    key,
    key === name ? toPlainNumbersExceptAt(member, rest) : toPlainNumbers(member),
  ]);
  return Object.fromEntries(members);
}

export const hasExactNumber = (value: unknown): boolean => toPlainNumbers(value) !== value;

type ReplaceExactNumber = (exact: ExactNumber) => unknown;

/** What is nested deeper is left as it is. `readJson` does not read it by default. */
const deepest = 1000;

/** Returns the same value if it has no exact number. */
function replaceExactNumbers(value: unknown, replace: ReplaceExactNumber, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > deepest) return value;
  if (value instanceof ExactNumber) return replace(value);
  if (Array.isArray(value)) return replaceInList(value, replace, depth);
  let isChanged = false;
  const members = Object.entries(value).map(([name, item]): [string, unknown] => {
    const replacement = replaceExactNumbers(item, replace, depth + 1);
    if (replacement !== item) isChanged = true;
    return [name, replacement];
  });
  return isChanged ? Object.fromEntries(members) : value;
}

function replaceInList(list: readonly unknown[], replace: ReplaceExactNumber, depth: number): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const replacement = replaceExactNumbers(item, replace, depth + 1);
    if (replacement === item) continue;
    copy ??= [...list];
    copy[index] = replacement;
  }
  return copy ?? list;
}
