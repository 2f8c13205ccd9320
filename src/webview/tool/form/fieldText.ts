import * as l10n from "@vscode/l10n";
import { hasExactNumber, simplifyExactNumbers } from "../../../text/number/exactNumber.ts";
import { readExactJson } from "../../../text/number/readExactJson.ts";
import { isExactNumberText } from "./canHoldValue.ts";
import type { FormField } from "./formField.ts";

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
