import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { createButton } from "../../shared/element.ts";
import type { FormContext } from "./formContext.ts";

/** So many fields or items are drawn at once. */
const step = 50;

/** The first fields or items of a group, and how many are not shown. */
export function takeShown<Item>(context: FormContext, key: string, items: readonly Item[]) {
  const count = context.choices.counts.get(key) ?? step;
  return { shown: items.slice(0, count), rest: Math.max(0, items.length - count) };
}

/** A button that shows more of a group; nothing if all is shown. */
export function createMoreButton(context: FormContext, key: string, rest: number): readonly HTMLElement[] {
  if (rest === 0) return [];
  const showMore = () => {
    context.choices.counts.set(key, (context.choices.counts.get(key) ?? step) + step);
    context.redraw(`${key}#more`);
  };
  return [createButton(l10n.t`Show More (${formatCount(rest)})`, showMore, { "data-key": `${key}#more` })];
}
