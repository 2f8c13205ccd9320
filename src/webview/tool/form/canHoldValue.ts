import { compareExactNumbers, isJsonNumberText, toJsonNumber } from "../../../text/number/exactNumber.ts";
import { getOwnProperty, isRecord } from "../../../text/record.ts";
import type { FieldShape, FileMembers } from "./formField.ts";

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
export function isExactNumberText(text: string): boolean {
  return isJsonNumberText(text) && compareExactNumbers(toJsonNumber(text), Number(text)) === 0;
}

function isFile(members: FileMembers, value: unknown): boolean {
  if (!isRecord(value)) return false;
  const names = Object.values(members).filter((name) => name !== undefined);
  return Object.keys(value).every((name) => names.includes(name) && typeof getOwnProperty(value, name) === "string");
}
