import * as l10n from "@vscode/l10n";
import { appendToPointer } from "../../../text/position/jsonPointer.ts";
import { createButton, createElement } from "../../shared/element.ts";
import type { FormField } from "../form/formField.ts";
import type { ValuePath } from "../form/valueAt.ts";
import { createControl } from "./createControl.ts";
import { createFieldFrame } from "./createFieldFrame.ts";
import { drawList, drawObject } from "./drawGroup.ts";
import type { FieldPlace, FormContext } from "./formContext.ts";

/** Draws the field of a value, with the fields in it that are visible. */
export function drawField(context: FormContext, place: FieldPlace, depth = 0): HTMLElement {
  const pointer = appendToPointer("", ...place.path);
  const value = context.getValue(place.path);
  const key = `${pointer}#${depth}`;
  const field = context.model.describe(place.schema, { value, variant: context.choices.variants.get(key), depth });
  if (field.kind === "variants") {
    const schema = field.variants[field.selected]?.schema ?? {};
    const tools = [createVariantChoice(context, place, field, key), ...(place.tools ?? [])];
    return drawField(context, { ...place, schema, tools }, depth + 1);
  }
  const tools = [...(place.tools ?? []), ...createRemoveButton(context, place, field, value)];
  const isGroup = field.kind === "object" || field.kind === "list";
  return (isGroup ? drawGroup : drawSingle)(context, { ...place, tools }, field);
}

type Variants = Extract<FormField, { kind: "variants" }>;

function createVariantChoice(context: FormContext, place: FieldPlace, { variants, selected }: Variants, key: string) {
  const select = createElement(
    "select",
    { "aria-label": l10n.t`Variant of ${place.label}`, "data-key": `${key}#variant` },
    ...variants.map(({ label }, index) =>
      createElement("option", { value: index, selected: index === selected }, label),
    ),
  );
  select.addEventListener("change", () => {
    const index = Number(select.value);
    const schema = variants[index]?.schema;
    context.clearChoices(appendToPointer("", ...place.path));
    context.choices.variants.set(key, index);
    if (schema) context.change(place.path, context.model.createFirstValue(schema), `${key}#variant`);
  });
  return select;
}

/** A value that its own control cannot clear has a button for that. */
function createRemoveButton(context: FormContext, place: FieldPlace, { kind }: FormField, value: unknown) {
  const isClearable = kind === "text" || kind === "number" || kind === "choice";
  const canRemove = value !== undefined && !place.isRequired && !place.isItem && place.path.length > 0;
  if (!canRemove || (isClearable && !place.isAdded && value !== "")) return [];
  const remove = () => {
    context.clearChoices(appendToPointer("", ...place.path));
    context.change(place.path, undefined, getKey(place.path));
  };
  return [createButton(l10n.t("Remove"), remove, { class: "quiet", "aria-label": l10n.t`Remove ${place.label}` })];
}

const getKey = (path: ValuePath) => appendToPointer("", ...path);

function drawSingle(context: FormContext, place: FieldPlace, field: FormField): HTMLElement {
  const frame = createFieldFrame(field, place, false);
  const { element, control, setFile } = createControl(context, place, field, frame);
  context.addField(getKey(place.path), { control, message: frame.message, setFile });
  return createElement("div", { class: "field" }, frame.head, frame.description, element, frame.message);
}

function drawGroup(context: FormContext, place: FieldPlace, field: FormField): HTMLElement {
  const key = getKey(place.path);
  const frame = createFieldFrame(field, place, true);
  const isRoot = place.path.length === 0;
  const add = createButton(
    l10n.t("Add"),
    () => context.change(place.path, context.model.createFirstValue(place.schema), key),
    { "aria-label": l10n.t`Add ${place.label}`, "data-key": `${key}#add` },
  );
  const isSet = context.getValue(place.path) !== undefined;
  if (!isSet) frame.head.append(add);
  const element = createElement(
    "div",
    {
      class: isRoot ? "fields" : "field group",
      role: "group",
      "aria-labelledby": isRoot ? context.headingId : frame.labelId,
      "aria-describedby": frame.control["aria-describedby"],
      tabindex: -1,
      "data-key": key,
    },
    ...(isRoot ? [] : [frame.head, frame.description]),
    frame.message,
    ...(isSet ? drawParts(context, place, field) : []),
  );
  context.addField(key, { control: element, message: frame.message });
  return element;
}

function drawParts(context: FormContext, place: FieldPlace, field: FormField): readonly HTMLElement[] {
  if (field.kind === "object") return drawObject(context, place, field);
  return field.kind === "list" ? drawList(context, place, field) : [];
}
