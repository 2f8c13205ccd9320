import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { createButton, setText } from "../../shared/element.ts";

/** So many items are drawn at once. */
const step = 100;

/** Appends the first items, and a button after the element that appends more. */
export function appendInParts<Item>(
  parent: HTMLElement,
  items: readonly Item[],
  draw: (item: Item, index: number) => HTMLElement,
  /** The element after which the button stands, if it cannot be in the parent. */
  outer: HTMLElement = parent,
): void {
  let shown = 0;
  const more = createButton("", () => showMore(), { class: "more" });
  const showMore = () => {
    const part = items.slice(shown, shown + step).map((item, index) => draw(item, shown + index));
    parent.append(...part);
    shown += part.length;
    const rest = items.length - shown;
    if (rest === 0) return more.remove();
    setText(more, l10n.t`Show More (${formatCount(rest)})`);
    if (!more.isConnected) outer.append(more);
  };
  showMore();
}
