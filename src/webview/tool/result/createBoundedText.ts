import * as l10n from "@vscode/l10n";
import { formatCount } from "../../../text/language/formatQuantity.ts";
import { createButton, createElement, setText } from "../../shared/element.ts";

/** So many characters are drawn at first; each step shows as many again as there are. */
const firstLength = 20_000;

/** A text of any length: a long one is drawn in parts, so that it does not block the page. */
export function createBoundedText(text: string): HTMLElement {
  const content = createElement("pre", { class: "text" });
  const element = createElement("div", {}, content);
  let shown = 0;
  const more = createButton("", () => showUntil(shown * 2));
  const showUntil = (end: number) => {
    content.append(createElement("span", {}, text.slice(shown, end)));
    shown = Math.min(end, text.length);
    const rest = text.length - shown;
    if (rest === 0) return more.remove();
    setText(more, l10n.t`Show More (${formatCount(rest)})`);
    element.append(more);
  };
  showUntil(firstLength);
  return element;
}
