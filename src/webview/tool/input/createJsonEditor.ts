import * as l10n from "@vscode/l10n";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { createElement, setAttribute, setText } from "../../shared/element.ts";
import { parseJsonText } from "../form/fieldText.ts";

/** The arguments as JSON. */
export function createJsonEditor(onChange: (value: UnknownRecord | undefined) => void) {
  const message = createElement("p", { class: "invalid", id: "jsonProblem", hidden: true });
  const text = createElement("textarea", {
    class: "mono json",
    rows: 8,
    spellcheck: "false",
    "data-key": "json",
    "aria-label": l10n.t("Arguments as JSON"),
    "aria-describedby": "jsonProblem",
  });
  let problem: string | undefined;
  const showProblem = (next: string | undefined) => {
    problem = next;
    setText(message, next ?? "");
    message.hidden = next === undefined;
    setAttribute(text, "aria-invalid", next === undefined ? undefined : "true");
  };
  text.addEventListener("input", () => {
    const parsed = parseArguments(text.value);
    showProblem("problem" in parsed ? parsed.problem : undefined);
    onChange("value" in parsed ? parsed.value : undefined);
  });
  return {
    element: createElement("div", { class: "fields" }, text, message),
    show: (value: UnknownRecord) => {
      text.value = JSON.stringify(value, undefined, 2);
      showProblem(undefined);
    },
    /** Why the text is not taken; undefined if it is. */
    findProblem: () => problem,
    focus: () => text.focus(),
  };
}

function parseArguments(text: string): { readonly value: UnknownRecord } | { readonly problem: string } {
  try {
    const value = parseJsonText(text);
    return isRecord(value) ? { value } : { problem: l10n.t("The arguments must be a JSON object, in braces.") };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: l10n.t`This is not valid JSON: ${error.message}` };
  }
}
