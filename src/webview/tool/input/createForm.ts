import * as l10n from "@vscode/l10n";
import { appendToPointer, splitPointer } from "../../../text/position/jsonPointer.ts";
import { createElement, replaceContent, setAttribute, setText } from "../../shared/element.ts";
import type { ArgumentProblem } from "../form/findArgumentProblems.ts";
import type { FormModel } from "../form/formModel.ts";
import { getValueAt, setValueAt } from "../form/valueAt.ts";
import { drawField } from "./drawField.ts";
import type { ChosenFile, FormChoices, FormContext, ShownField } from "./formContext.ts";

export type ToolForm = ReturnType<typeof createForm>;

interface ToolFormParts {
  readonly model: FormModel;
  /** The heading that names the form. */
  readonly headingId: string;
  /** Users read titles, those who call a tool its names. */
  readonly showsTitles?: boolean;
  readonly onChange: (value: unknown) => void;
  readonly onPickFile: (pointer: string) => void;
}

/** The form of one schema. */
export function createForm({ model, headingId, showsTitles = false, onChange, onPickFile }: ToolFormParts) {
  const element = createElement("div", { class: "form" });
  const choices: FormChoices = { variants: new Map(), open: new Set(), counts: new Map(), brokenTexts: new Map() };
  const fields = new Map<string, ShownField>();
  let value: unknown;
  const redraw = (focusKey?: string) => {
    fields.clear();
    replaceContent(element, drawField(context, { schema: model.root, path: [], label: "", isRequired: true }));
    if (focusKey !== undefined) focusByKey(element, focusKey);
  };
  const context: FormContext = {
    model,
    choices,
    headingId,
    nameMember: ({ name, schema }) => (showsTitles ? (schema.title ?? name) : name),
    redraw,
    pickFile: onPickFile,
    getValue: (path) => getValueAt(value, path),
    enter: (path, next) => {
      value = setValueAt(value, path, next);
      onChange(value);
    },
    change: (path, next, focusKey) => {
      value = setValueAt(value, path, next);
      redraw(focusKey);
      onChange(value);
    },
    addField: (pointer, field) => fields.set(pointer, field),
    clearChoices: (pointer) => clearBelow(choices, pointer),
  };
  return {
    element,
    show: (next: unknown) => {
      value = next;
      for (const all of [choices.variants, choices.brokenTexts]) all.clear();
      redraw();
    },
    showProblems: (problems: readonly ArgumentProblem[]) => {
      const messages = Map.groupBy(problems, ({ pointer }) => pointer);
      for (const [pointer, field] of fields) showMessage(field, messages.get(pointer) ?? []);
    },
    /** Opens what hides a value, and focuses its field or the nearest one around it. */
    reveal: (pointer: string) => {
      const steps = splitPointer(pointer);
      const around = [...steps.keys(), steps.length].map((length) => appendToPointer("", ...steps.slice(0, length)));
      for (const one of around) choices.open.add(`${one}#optional`);
      redraw();
      focusByKey(element, around.findLast((one) => fields.has(one)) ?? "");
    },
    /** Takes the file that the user chose for a value. */
    setFile: (pointer: string, file: ChosenFile) => fields.get(pointer)?.setFile?.(file),
    /** The texts that are no JSON where JSON is expected: their values are those from before. */
    listBrokenTexts: () =>
      [...choices.brokenTexts.keys()].map((pointer) => ({ pointer, message: l10n.t("Is not valid JSON.") })),
  };
}

function focusByKey(element: HTMLElement, key: string): void {
  const all = [...element.querySelectorAll<HTMLElement>("[data-key]")].filter(({ dataset }) => dataset.key === key);
  all.find((one) => one.tabIndex >= 0)?.focus() ?? all[0]?.focus();
}

function showMessage({ control, message }: ShownField, problems: readonly ArgumentProblem[]): void {
  const isInvalid = problems.length > 0;
  setText(message, problems.map((problem) => problem.message).join(" "));
  message.hidden = !isInvalid;
  const canBeInvalid = control.matches("input, textarea, select");
  setAttribute(control, "aria-invalid", isInvalid && canBeInvalid ? "true" : undefined);
}

/** Positions in a list are not the same values after a change of the list. */
function clearBelow({ variants, open, counts, brokenTexts }: FormChoices, pointer: string): void {
  brokenTexts.delete(pointer);
  for (const all of [variants, open, counts, brokenTexts])
    for (const key of [...all.keys()]) if (key.startsWith(`${pointer}/`)) all.delete(key);
}
