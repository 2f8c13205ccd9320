import * as l10n from "@vscode/l10n";
import { createButton, createElement, setAttribute } from "../../shared/element.ts";
import { createBoundedText } from "./createBoundedText.ts";
import { createJsonTable, findTableRows } from "./createJsonTable.ts";
import { createJsonTree } from "./createJsonTree.ts";

/** A JSON value as a table if it is a list of objects, as a tree, and as JSON. */
export function createJsonView(value: unknown): HTMLElement {
  const rows = findTableRows(value);
  const views = [
    ...(rows ? [{ label: l10n.t("Table"), draw: () => createJsonTable(rows) }] : []),
    { label: l10n.t("Tree"), draw: () => createJsonTree(value) },
    { label: l10n.t("JSON"), draw: () => createBoundedText(JSON.stringify(value, undefined, 2)) },
  ];
  const content = createElement("div");
  const buttons = views.map((view, index) => createButton(view.label, () => show(index)));
  const show = (selected: number) => {
    for (const [index, button] of buttons.entries()) setAttribute(button, "aria-pressed", String(index === selected));
    const view = views[selected];
    if (view) content.replaceChildren(view.draw());
  };
  show(0);
  const choice = createElement("div", { class: "row", role: "group", "aria-label": l10n.t("Show the result as") });
  choice.append(...buttons);
  return createElement("div", { class: "fields" }, choice, content);
}
