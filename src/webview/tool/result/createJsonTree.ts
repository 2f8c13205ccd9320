import * as l10n from "@vscode/l10n";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { createElement } from "../../shared/element.ts";
import { appendInParts } from "./appendInParts.ts";

/** A longer text is shortened; the JSON view has all of it. */
const longestText = 2000;

/** A JSON value as a tree. The parts of a value are drawn when it is opened, and long lists in steps. */
export function createJsonTree(value: unknown): HTMLElement {
  return createElement("div", { class: "tree mono" }, drawNode(l10n.t("result"), value, true));
}

function drawNode(name: string, value: unknown, isOpen: boolean): HTMLElement {
  const key = createElement("span", { class: "key" }, name);
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return createElement(
      "div",
      { class: "leaf" },
      key,
      " ",
      createElement("span", { class: "value" }, formatLeaf(value)),
    );
  const entries = Object.entries(value);
  const size = Array.isArray(value)
    ? formatQuantity(entries.length, l10n.t("item"), l10n.t("items"))
    : formatQuantity(entries.length, l10n.t("field"), l10n.t("fields"));
  const children = createElement("ul", {});
  const content = createElement("div", { class: "children" }, children);
  const element = createElement(
    "details",
    { open: isOpen },
    createElement("summary", {}, key, " ", createElement("span", { class: "soft" }, size)),
    content,
  );
  const fill = () => {
    if (children.childElementCount > 0) return;
    const draw = ([part, item]: [string, unknown]) => createElement("li", {}, drawNode(part, item, false));
    appendInParts(children, entries, draw, content);
  };
  if (isOpen) fill();
  element.addEventListener("toggle", fill);
  return element;
}

function formatLeaf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longestText ? `${text.slice(0, longestText)}...` : text;
}
