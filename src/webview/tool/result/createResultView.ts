import * as l10n from "@vscode/l10n";
import { isSameJson } from "../../../text/number/isSameJson.ts";
import { isRecord } from "../../../text/record.ts";
import type { CallView } from "../../protocol/toolPanelMessages.ts";
import { createElement } from "../../shared/element.ts";
import { createContentPart, parseStructuredText } from "./createContentPart.ts";
import { createJsonView } from "./createJsonView.ts";

type ShownResult = Pick<CallView, "content" | "structured"> & { readonly state: string };

/** The parts of a result; a text that only repeats the structured content is left out. */
export function createResultView(
  { content = [], structured, state }: ShownResult,
  openLink: (uri: string) => void,
): readonly (HTMLElement | undefined)[] {
  const repeatable = listRepeatableParts(structured);
  const parts = content.filter((part) => part.kind !== "text" || !isAmong(part.text, repeatable));
  const isEmpty = parts.length === 0 && structured === undefined && state === "succeeded";
  return [
    structured === undefined ? undefined : createJsonView(structured),
    ...parts.map((part) => createElement("div", { class: "part" }, createContentPart(part, openLink))),
    isEmpty ? createElement("p", { class: "soft" }, l10n.t("The result is empty.")) : undefined,
  ];
}

/** What texts beside structured content repeat: all of it, the body in one of its fields, or each item of a list there. */
function listRepeatableParts(structured: unknown): readonly unknown[] {
  if (structured === undefined) return [];
  const fields = isRecord(structured) ? Object.values(structured) : [];
  const items = fields.flatMap((field) => (Array.isArray(field) ? field : []));
  return [structured, ...fields, ...items];
}

function isAmong(text: string, values: readonly unknown[]): boolean {
  const parsed = parseStructuredText(text);
  return values.some((value) =>
    parsed === undefined ? typeof value !== "object" && text === String(value) : isBeginningOf(parsed, value),
  );
}

/** Servers that are generated shorten lists down to this depth in a text beside structured content. */
const shortenedDepth = 4;

/** Whether two values are the same JSON but for the ends of lists. */
function isBeginningOf(part: unknown, whole: unknown, depth = 0): boolean {
  if (depth > shortenedDepth) return isSameJson(part, whole);
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.length <= whole.length &&
      part.every((item, index) => isBeginningOf(item, whole[index], depth + 1))
    );
  if (!isRecord(part) || !isRecord(whole)) return isSameJson(part, whole);
  const names = Object.keys(part);
  return (
    names.length === Object.keys(whole).length &&
    names.every((name) => Object.hasOwn(whole, name) && isBeginningOf(part[name], whole[name], depth + 1))
  );
}
