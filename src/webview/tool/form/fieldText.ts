import { isExactNumberText } from "./canHoldValue.ts";
import type { FormField } from "./formField.ts";
import { parseJsonText } from "./parseJsonText.ts";

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
