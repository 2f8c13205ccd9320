import * as l10n from "@vscode/l10n";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { appendToPointer } from "../../../text/position/jsonPointer.ts";
import { isRecord } from "../../../text/record.ts";
import { createButton, createElement, createRow } from "../../shared/element.ts";
import { formatFieldText, parseFieldText } from "../form/fieldValue.ts";
import type { FieldChoice, FileMembers, FormField } from "../form/formField.ts";
import type { ControlAttributes, FieldControl, FieldFrame } from "./createFieldFrame.ts";
import type { ChosenFile, FieldPlace, FormContext } from "./formContext.ts";

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
  return { element: createRow(control, now), control };
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

/** Longer contents are shown by their size: they are not edited by hand. */
const longestText = 500;

/** The bytes of a file: chosen with the editor's dialog, or entered as base64. */
function createFileControl(
  context: FormContext,
  { path, label, isRequired, isItem }: FieldPlace,
  { members }: Extract<FormField, { kind: "file" }>,
  attributes: ControlAttributes,
): FieldControl {
  const pointer = appendToPointer("", ...path);
  const value = context.getValue(path);
  const data = readText(members ? readMember(value, members.data) : value);
  const choose = createButton(l10n.t("Choose File..."), () => context.pickFile(pointer), {
    ...attributes,
    "aria-label": l10n.t`Choose File... for ${label}`,
    "aria-required": undefined,
  });
  const setFile = (file: ChosenFile) => context.change(path, members ? nameParts(members, file) : file.data, pointer);
  const names = members ? [members.name, members.mediaType] : [];
  const facts = names.flatMap((name) => (name === undefined ? [] : readText(readMember(value, name)) || []));
  const size = data && formatByteSize(Math.floor((data.replaceAll("=", "").length * 3) / 4));
  const summary = createElement("span", { class: "soft" }, [...facts, size].filter(Boolean).join(", "));
  if (members || data.length > longestText) return { element: createRow(choose, summary), control: choose, setFile };
  const text = createElement("input", { type: "text", class: "mono fill", placeholder: l10n.t("base64") });
  text.ariaLabel = l10n.t`${label} as base64`;
  text.value = data;
  text.addEventListener("input", () =>
    context.enter(path, text.value === "" && !isRequired && !isItem ? undefined : text.value),
  );
  return { element: createRow(text, choose, summary), control: choose, setFile };
}

function nameParts(members: FileMembers, { data, name, mediaType }: ChosenFile): object {
  return {
    [members.data]: data,
    ...(members.name === undefined ? {} : { [members.name]: name }),
    ...(members.mediaType === undefined ? {} : { [members.mediaType]: mediaType }),
  };
}

const readMember = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined);
const readText = (value: unknown) => (typeof value === "string" ? value : "");
