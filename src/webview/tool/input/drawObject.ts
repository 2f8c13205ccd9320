import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { appendToPointer } from "../../../text/position/jsonPointer.ts";
import { createButton, createElement } from "../../shared/element.ts";
import { findAddedSchema } from "../form/describeGroup.ts";
import type { FieldMember, FormField } from "../form/formField.ts";
import { createMoreButton, takeShown } from "./createMoreButton.ts";
import type { FieldPlace, FormContext } from "./formContext.ts";

/** So many optional fields are visible from the start. */
const mostVisible = 5;

/** The fields of an object: first what is required, then what is optional, then what the user added. */
export function drawObject(
  context: FormContext,
  place: FieldPlace,
  field: Extract<FormField, { kind: "object" }>,
): readonly HTMLElement[] {
  const optional = field.members.filter(({ isRequired, isAdded }) => !isRequired && !isAdded);
  const isFew = optional.length <= mostVisible;
  const drawMember = (member: FieldMember) =>
    context.draw({ ...member, path: [...place.path, member.name], label: context.nameMember(member) });
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
  return createElement("div", { class: "row" }, name, createButton(l10n.t("Add Property"), add));
}
