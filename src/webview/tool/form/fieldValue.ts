import * as l10n from "@vscode/l10n";
import {
  compareExactNumbers,
  hasExactNumber,
  isJsonNumberText,
  simplifyExactNumbers,
  toJsonNumber,
} from "../../../text/number/exactNumber.ts";
import { readExactJson } from "../../../text/number/readExactJson.ts";
import { getOwnProperty, isRecord } from "../../../text/record.ts";
import type { FieldShape, FileMembers, FormField } from "./formField.ts";

/** The text of a value in the control of its field. */
export function formatFieldText({ kind }: Pick<FormField, "kind">, value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" && kind !== "json" ? value : JSON.stringify(value, undefined, 2);
}

/**
 * The value of a text that was entered. Throws SyntaxError if the text must be JSON and is not. What is not a number, or would lose
 * digits as one, stays a text, and the schema decides whether that is valid.
 */
export function parseFieldText({ kind }: Pick<FormField, "kind">, text: string): unknown {
  if (kind === "json") return parseJsonText(text);
  if (kind !== "number") return text;
  return isExactNumberText(text) ? Number(text) : text;
}

/** Throws SyntaxError, also for a number that would lose digits. */
export function parseJsonText(text: string): unknown {
  const value = simplifyExactNumbers(readExactJson(text));
  if (hasExactNumber(value))
    throw new SyntaxError(l10n.t("A number has more digits than can be sent exactly. Write it as a text, in quotes."));
  return value;
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** Whether the control of a field shows a value as it is. */
export function canHoldValue(shape: FieldShape, value: unknown): boolean {
  switch (shape.kind) {
    case "text":
      return typeof value === "string" && (shape.format !== "date" || value === "" || dayPattern.test(value));
    case "number":
      return canHoldNumber(value);
    case "choice":
      return shape.choices.some((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
    case "null":
      return value === null;
    case "file":
      return shape.members ? isFile(shape.members, value) : typeof value === "string";
    case "list":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "variants":
    case "json":
      return true;
  }
}

/** A text that is no number is what the user is entering. */
function canHoldNumber(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  return typeof value === "string" && !isExactNumberText(value);
}

/** Whether the text of a number keeps its value when JavaScript reads it. */
function isExactNumberText(text: string): boolean {
  return isJsonNumberText(text) && compareExactNumbers(toJsonNumber(text), Number(text)) === 0;
}

function isFile(members: FileMembers, value: unknown): boolean {
  if (!isRecord(value)) return false;
  const names = Object.values(members).filter((name) => name !== undefined);
  return Object.keys(value).every((name) => names.includes(name) && typeof getOwnProperty(value, name) === "string");
}
