import * as l10n from "@vscode/l10n";
import { appendToPointer } from "../../../text/position/jsonPointer.ts";
import { createButton, createElement } from "../../shared/element.ts";
import { formatFieldText, parseFieldText } from "../form/fieldText.ts";
import type { FieldChoice, FormField } from "../form/formField.ts";
import type { FieldFrame } from "./createFieldFrame.ts";
import { createFileControl } from "./createFileControl.ts";
import type { ControlAttributes, FieldControl } from "./fieldControl.ts";
import type { FieldPlace, FormContext } from "./formContext.ts";

export function createControl(
  context: FormContext,
  place: FieldPlace,
  field: FormField,
  frame: FieldFrame,
): FieldControl {
  const attributes = { ...frame.control, "data-key": appendToPointer("", ...place.path) };
  if (field.kind === "choice") return createSelect(context, place, field.choices, attributes);
  if (field.kind === "file") return createFileControl(context, place, field, attributes);
  if (field.kind === "null") {
    const control = createElement("output", { ...attributes, "aria-required": undefined, class: "mono" }, "null");
    return { element: control, control };
  }
  return createTextControl(context, place, field, attributes);
}

function createSelect(
  context: FormContext,
  { path, isRequired, isItem }: FieldPlace,
  choices: readonly FieldChoice[],
  attributes: ControlAttributes,
): FieldControl {
  const value = context.getValue(path);
  const selected = choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
  const unset = value === undefined || !(isRequired || isItem);
  const control = createElement(
    "select",
    attributes,
    ...(unset ? [createElement("option", { value: -1, selected: selected === -1 }, l10n.t("(not set)"))] : []),
    ...choices.map(({ label }, index) =>
      createElement("option", { value: index, selected: index === selected }, label.slice(0, longestLabel)),
    ),
  );
  control.addEventListener("change", () => context.enter(path, choices[Number(control.value)]?.value));
  return { element: control, control };
}

const longestLabel = 200;

function createTextControl(
  context: FormContext,
  place: FieldPlace,
  field: FormField,
  attributes: ControlAttributes,
): FieldControl {
  const pointer = appendToPointer("", ...place.path);
  const text = context.choices.brokenTexts.get(pointer) ?? formatFieldText(field, context.getValue(place.path));
  const control = createTextElement(field, text, { ...attributes, placeholder: formatPlaceholder(field) });
  control.value = text;
  control.addEventListener("input", () => {
    const isUnset = control.value === "" && !place.isItem && !(place.isRequired && field.kind === "text");
    try {
      const value = isUnset ? undefined : parseFieldText(field, control.value);
      context.choices.brokenTexts.delete(pointer);
      context.enter(place.path, value);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      context.choices.brokenTexts.set(pointer, control.value);
      context.enter(place.path, context.getValue(place.path));
    }
  });
  if (field.kind !== "text" || field.format !== "dateTime") return { element: control, control };
  const setNow = () => context.change(place.path, new Date().toISOString(), pointer);
  const now = createButton(l10n.t("Now"), setNow, { "aria-label": l10n.t`Now: ${place.label}` });
  return { element: createElement("div", { class: "row" }, control, now), control };
}

function createTextElement(field: FormField, text: string, attributes: ControlAttributes & { placeholder?: string }) {
  const isLong = field.kind === "json" || (field.kind === "text" && field.format === "plain") || text.includes("\n");
  if (isLong)
    return createElement("textarea", {
      ...attributes,
      rows: 1,
      spellcheck: "false",
      class: field.kind === "json" ? "mono" : "",
    });
  return createElement("input", { ...attributes, ...findInputType(field), spellcheck: "false" });
}

function findInputType(field: FormField) {
  if (field.kind === "number")
    return { type: "text", inputmode: field.schema.type?.includes("number") ? "decimal" : "numeric" };
  if (field.kind !== "text") return { type: "text" };
  const isDate = field.format === "date";
  return {
    type: isDate ? "date" : "text",
    inputmode: field.format === "url" || field.format === "email" ? field.format : undefined,
  };
}

/** What the server takes without a value, or an example. */
function formatPlaceholder(field: FormField): string {
  const { default: initial, examples = [] } = field.schema;
  const example = initial ?? examples[0];
  if (example === undefined) return field.kind === "json" ? "JSON" : "";
  return formatFieldText(field, example).slice(0, 100);
}
