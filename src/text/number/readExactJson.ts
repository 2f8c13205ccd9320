import { findStringEnd, readJson } from "../readJson.ts";
import { isChangedNumber, toJsonNumber } from "./exactNumber.ts";

declare global {
  interface JSON {
    /** Node has the context since version 21; TypeScript's library of ES2024 does not declare it. */
    parse(
      text: string,
      reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/**
 * Like `readJson`, but a number that JavaScript would write differently becomes an `ExactNumber`. A text without such numbers is only
 * scanned: 1.3 MB of JSON are read and written in 8.5 ms, and with `readJson` in 7.3 ms. A text with 6,000 such numbers is read in 20 ms.
 * Measured with Node 24, the best of many rounds.
 */
export function readExactJson(text: string, depthLimit?: number): unknown {
  const value = readJson(text, depthLimit);
  if (!hasChangedNumber(text)) return value;
  return JSON.parse(text, (_, read, context) =>
    typeof read === "number" && context?.source !== undefined ? toJsonNumber(context.source) : read,
  );
}

/** Returns `undefined` if the text is not JSON. */
export function tryParseExactJson(text: string): unknown {
  try {
    return readExactJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isNumberStart = (code: number) => code === 0x2d || isDigit(code);
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

function hasChangedNumber(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = findStringEnd(text, at);
    if (!isNumberStart(code)) continue;
    const end = findNumberEnd(text, at);
    if (!isSimpleNumber(text, at, end) && isChangedNumber(text.slice(at, end))) return true;
    at = end - 1;
  }
  return false;
}

/** Whether a number of a valid JSON text is short and has no sign, no exponent and no zero at the end of its fraction. */
function isSimpleNumber(text: string, start: number, end: number): boolean {
  if (end - start > 15) return false;
  let hasFraction = false;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) hasFraction = true;
    else if (!isDigit(code)) return false;
  }
  return !hasFraction || (text.charCodeAt(end - 1) !== 0x30 && text.charCodeAt(start) !== 0x30);
}

/** Numbers consist of digits and `+`, `-`, `.`, `e`, `E`. */
function findNumberEnd(text: string, start: number): number {
  let end = start + 1;
  for (let code = text.charCodeAt(end); isInNumber(code); code = text.charCodeAt(end)) end += 1;
  return end;
}

const isInNumber = (code: number) =>
  isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;
