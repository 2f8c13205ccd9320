import * as l10n from "@vscode/l10n";
import { createElement, createRow } from "../../shared/element.ts";
import { formatTypes } from "../form/findArgumentProblems.ts";
import type { FormField } from "../form/formField.ts";
import type { ChosenFile, FieldPlace } from "./formContext.ts";

/** What every field has: name, type, description, and a place for its problem. */
export interface FieldFrame {
  readonly head: HTMLElement;
  readonly description: HTMLElement | undefined;
  readonly message: HTMLElement;
  /** Attributes of the control: its id and what describes it. */
  readonly control: {
    readonly id: string;
    readonly "aria-describedby": string;
    readonly "aria-required": "true" | undefined;
  };
  readonly labelId: string;
}

/** Longer descriptions end with an ellipsis; the JSON view of the schema's server has all of it. */
const longestDescription = 2000;

let lastId = 0;

export function createFieldFrame(field: FormField, place: FieldPlace, isGroup: boolean): FieldFrame {
  lastId += 1;
  const id = `field${lastId}`;
  const [labelId, descriptionId, messageId] = [`${id}Label`, `${id}Description`, `${id}Message`];
  const text = field.schema.description ?? "";
  const isLong = text.length > longestDescription;
  const description = text
    ? createElement(
        "p",
        { class: "soft text", id: descriptionId },
        isLong ? `${text.slice(0, longestDescription)}...` : text,
      )
    : undefined;
  const name = isGroup
    ? createElement("span", { class: "name", id: labelId }, place.label)
    : createElement("label", { class: "name", id: labelId, for: id }, place.label);
  const hint = createElement("span", { class: "soft" }, formatFieldHint(field, place.isRequired));
  return {
    head: createRow(name, hint, ...(place.tools ?? [])),
    description,
    message: createElement("p", { class: "invalid", id: messageId, hidden: true }),
    control: {
      id,
      "aria-describedby": [description && descriptionId, messageId].filter(Boolean).join(" "),
      "aria-required": place.isRequired && !isGroup ? "true" : undefined,
    },
    labelId,
  };
}

/** `required, integer` */
function formatFieldHint({ schema, kind }: FormField, isRequired: boolean): string {
  const type = schema.type && kind !== "choice" ? formatTypes(schema.type) : undefined;
  return [
    isRequired ? l10n.t("required") : undefined,
    schema.format ?? type,
    schema.deprecated ? l10n.t("deprecated") : undefined,
  ]
    .filter(Boolean)
    .join(", ");
}

/** The control in which a value is entered, and the element around it. */
export interface FieldControl {
  readonly element: HTMLElement;
  readonly control: HTMLElement;
  readonly setFile?: (file: ChosenFile) => void;
}

export type ControlAttributes = FieldFrame["control"] & { readonly "data-key": string };
