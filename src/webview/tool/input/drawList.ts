import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { appendToPointer } from "../../../text/position/jsonPointer.ts";
import { createIcon } from "../../shared/createIcon.ts";
import { createButton } from "../../shared/element.ts";
import type { IconName } from "../../shared/iconPaths.ts";
import type { FormField } from "../form/formField.ts";
import { createMoreButton, takeShown } from "./createMoreButton.ts";
import type { FieldPlace, FormContext } from "./formContext.ts";

/** The items of a list, each with buttons that move and remove it. */
export function drawList(
  context: FormContext,
  { path, label }: FieldPlace,
  { itemSchema, canAdd }: Extract<FormField, { kind: "list" }>,
): readonly HTMLElement[] {
  const key = appendToPointer("", ...path);
  const value = context.getValue(path);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const { shown, rest } = takeShown(context, key, items);
  const addItem = () => {
    const at = items.length;
    context.choices.counts.set(key, Math.max(at + 1, context.choices.counts.get(key) ?? 0));
    context.change(path, [...items, context.model.createFirstValue(itemSchema(at))], appendToPointer(key, at));
  };
  return [
    ...shown.map((_, index) =>
      context.draw({
        ...{ schema: itemSchema(index), path: [...path, index], isRequired: false, isItem: true },
        label: l10n.t`Item ${formatCount(index + 1)}`,
        tools: createItemTools(context, path, items, index),
      }),
    ),
    ...createMoreButton(context, key, rest),
    ...(canAdd
      ? [
          createButton(l10n.t("Add Item"), addItem, {
            "aria-label": l10n.t`Add item to ${label}`,
            "data-key": `${key}#add`,
          }),
        ]
      : []),
  ];
}

function createItemTools(
  context: FormContext,
  path: FieldPlace["path"],
  items: readonly unknown[],
  index: number,
): readonly HTMLElement[] {
  const key = appendToPointer("", ...path);
  const number = formatCount(index + 1);
  const change = (next: readonly unknown[], focusKey: string) => {
    context.clearChoices(key);
    context.change(path, next, focusKey);
  };
  const move = (to: number) => {
    const name = to < index ? "up" : "down";
    const without = items.toSpliced(index, 1);
    change(without.toSpliced(to, 0, items[index]), `${appendToPointer(key, to)}#${name}`);
  };
  const remove = () => {
    const next = Math.min(index, items.length - 2);
    change(items.toSpliced(index, 1), next < 0 ? `${key}#add` : `${appendToPointer(key, next)}#remove`);
  };
  const tool = (icon: IconName, name: string, label: string, onClick: () => void, isDisabled = false) => {
    const button = createButton("", onClick, {
      ...{ class: "quiet tool", "aria-label": label, title: label, disabled: isDisabled },
      "data-key": `${appendToPointer(key, index)}#${name}`,
    });
    button.append(createIcon(icon));
    return button;
  };
  return [
    tool("up", "up", l10n.t`Move item ${number} up`, () => move(index - 1), index === 0),
    tool("down", "down", l10n.t`Move item ${number} down`, () => move(index + 1), index === items.length - 1),
    tool("close", "remove", l10n.t`Remove item ${number}`, remove),
  ];
}
