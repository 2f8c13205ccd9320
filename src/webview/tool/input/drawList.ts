import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { appendToPointer } from "../../../text/position/jsonPointer.ts";
import { createIcon } from "../../shared/createIcon.ts";
import { createButton } from "../../shared/element.ts";
import type { IconName } from "../../shared/iconPaths.ts";
import type { FormField } from "../form/formField.ts";
import type { ValuePath } from "../form/valueAt.ts";
import { createMoreButton, takeShown } from "./createMoreButton.ts";
import type { FieldPlace, FormContext } from "./formContext.ts";

/** The items of a list, each with buttons that move and remove it. */
export function drawList(
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
      context.draw({
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
  const tool = (icon: IconName, name: string, label: string, onClick: () => void, isDisabled = false) => {
    const button = createButton("", onClick, {
      class: "quiet tool",
      "aria-label": label,
      title: label,
      disabled: isDisabled,
      "data-key": `${appendToPointer(key, index)}#${name}`,
    });
    button.append(createIcon(icon));
    return button;
  };
  return [
    tool("up", "up", l10n.t`Move item ${number} up`, () => move(index - 1), index === 0),
    tool("down", "down", l10n.t`Move item ${number} down`, () => move(index + 1), index === count - 1),
    tool("close", "remove", l10n.t`Remove item ${number}`, remove),
  ];
}
