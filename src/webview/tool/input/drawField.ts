import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { appendToPointer } from "../../../text/position/jsonPointer.ts";
import { createIconButton } from "../../shared/createIcon.ts";
import { createButton, createElement, createRow } from "../../shared/element.ts";
import type { IconName } from "../../shared/stateLabel.ts";
import { findAddedSchema } from "../form/describeField.ts";
import type { FieldMember, FormField } from "../form/formField.ts";
import type { ValuePath } from "../form/valueAt.ts";
import { createControl } from "./createControl.ts";
import { createFieldFrame } from "./createFieldFrame.ts";
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

/** So many optional fields are visible from the start. */
const mostVisible = 5;

/** The fields of an object: first what is required, then what is optional, then what the user added. */
function drawObject(
  context: FormContext,
  place: FieldPlace,
  field: Extract<FormField, { kind: "object" }>,
): readonly HTMLElement[] {
  const optional = field.members.filter(({ isRequired, isAdded }) => !isRequired && !isAdded);
  const isFew = optional.length <= mostVisible;
  const drawMember = (member: FieldMember) =>
    drawField(context, { ...member, path: [...place.path, member.name], label: context.nameMember(member) });
  return [
    ...field.members.filter(({ isRequired }) => isRequired).map(drawMember),
    ...(isFew ? optional.map(drawMember) : [drawOptional(context, place, optional, drawMember)]),
    ...field.members.filter(({ isAdded }) => isAdded).map(drawMember),
    ...(field.added ? [drawAddProperty(context, place, field)] : []),
  ];
}

/** The optional fields of an object, which are drawn when the user opens them. */
function drawOptional(
  context: FormContext,
  { path }: FieldPlace,
  members: readonly FieldMember[],
  drawMember: (member: FieldMember) => HTMLElement,
): HTMLElement {
  const key = `${appendToPointer("", ...path)}#optional`;
  const { open } = context.choices;
  const isSet = members.some(({ name }) => context.getValue([...path, name]) !== undefined);
  if (isSet) open.add(key);
  const content = createElement("div", { class: "fields" });
  const element = createElement(
    "details",
    { open: open.has(key) },
    createElement("summary", { "data-key": key }, l10n.t`Optional (${formatCount(members.length)})`),
    content,
  );
  const fill = () => {
    const { shown, rest } = takeShown(context, key, members);
    content.replaceChildren(...shown.map(drawMember), ...createMoreButton(context, key, rest));
  };
  if (open.has(key)) fill();
  element.addEventListener("toggle", () => {
    if (element.open === open.has(key)) return;
    if (element.open) open.add(key);
    else open.delete(key);
    if (element.open) fill();
  });
  return element;
}

function drawAddProperty(
  context: FormContext,
  { path, label }: FieldPlace,
  { schema, members }: Extract<FormField, { kind: "object" }>,
): HTMLElement {
  const key = `${appendToPointer("", ...path)}#name`;
  const name = createElement("input", {
    type: "text",
    "data-key": key,
    "aria-label": l10n.t`Name of a new property of ${label}`,
    placeholder: l10n.t("Name"),
  });
  const add = () => {
    const isKnown = members.some((member) => member.name === name.value);
    if (name.value === "" || isKnown) return name.focus();
    const value = context.model.createFirstValue(findAddedSchema(schema, name.value));
    context.change([...path, name.value], value, appendToPointer("", ...path, name.value));
  };
  name.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add();
  });
  return createRow(name, createButton(l10n.t("Add Property"), add));
}

/** The items of a list, each with buttons that move and remove it. */
function drawList(
  context: FormContext,
  { path, label }: FieldPlace,
  { itemSchema, canAdd }: Extract<FormField, { kind: "list" }>,
): readonly HTMLElement[] {
  const key = appendToPointer("", ...path);
  const { shown, rest } = takeShown(context, key, listItems(context, path));
  const addItem = () => {
    const items = listItems(context, path);
    const at = items.length;
    context.choices.counts.set(key, Math.max(at + 1, context.choices.counts.get(key) ?? 0));
    context.change(path, [...items, context.model.createFirstValue(itemSchema(at))], appendToPointer(key, at));
  };
  const add = createButton(l10n.t("Add Item"), addItem, {
    "aria-label": l10n.t`Add item to ${label}`,
    "data-key": `${key}#add`,
  });
  return [
    ...shown.map((_, index) =>
      drawField(context, {
        schema: itemSchema(index),
        path: [...path, index],
        isRequired: false,
        isItem: true,
        label: l10n.t`Item ${formatCount(index + 1)}`,
        tools: createItemTools(context, path, index),
      }),
    ),
    ...createMoreButton(context, key, rest),
    ...(canAdd ? [add] : []),
  ];
}

function listItems(context: FormContext, path: ValuePath): readonly unknown[] {
  const value = context.getValue(path);
  return Array.isArray(value) ? value : [];
}

function createItemTools(context: FormContext, path: ValuePath, index: number): readonly HTMLElement[] {
  const key = appendToPointer("", ...path);
  const number = formatCount(index + 1);
  const count = listItems(context, path).length;
  const change = (next: readonly unknown[], focusKey: string) => {
    context.clearChoices(key);
    context.change(path, next, focusKey);
  };
  const move = (to: number) => {
    const items = listItems(context, path);
    const name = to < index ? "up" : "down";
    change(items.toSpliced(index, 1).toSpliced(to, 0, items[index]), `${appendToPointer(key, to)}#${name}`);
  };
  const remove = () => {
    const next = Math.min(index, count - 2);
    const focusKey = next < 0 ? `${key}#add` : `${appendToPointer(key, next)}#remove`;
    change(listItems(context, path).toSpliced(index, 1), focusKey);
  };
  const tool = (icon: IconName, name: string, label: string, onClick: () => void, isDisabled = false) =>
    createIconButton(icon, label, onClick, {
      class: "quiet tool",
      disabled: isDisabled,
      "data-key": `${appendToPointer(key, index)}#${name}`,
    });
  return [
    tool("up", "up", l10n.t`Move item ${number} up`, () => move(index - 1), index === 0),
    tool("down", "down", l10n.t`Move item ${number} down`, () => move(index + 1), index === count - 1),
    tool("close", "remove", l10n.t`Remove item ${number}`, remove),
  ];
}

/** So many fields or items are drawn at once. */
const step = 50;

/** The first fields or items of a group, and how many are not shown. */
function takeShown<Item>(context: FormContext, key: string, items: readonly Item[]) {
  const count = context.choices.counts.get(key) ?? step;
  return { shown: items.slice(0, count), rest: Math.max(0, items.length - count) };
}

/** A button that shows more of a group; nothing if all is shown. */
function createMoreButton(context: FormContext, key: string, rest: number): readonly HTMLElement[] {
  if (rest === 0) return [];
  const showMore = () => {
    context.choices.counts.set(key, (context.choices.counts.get(key) ?? step) + step);
    context.redraw(`${key}#more`);
  };
  return [createButton(l10n.t`Show More (${formatCount(rest)})`, showMore, { "data-key": `${key}#more` })];
}
