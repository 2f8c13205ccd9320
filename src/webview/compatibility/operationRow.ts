import type { ShownOperation } from "../protocol/compatibilityPanelMessages.ts";
import { icon } from "../shared/createIcon.ts";
import { stateMark } from "../shared/createStateMark.ts";
import { button, element, fill, setAttribute } from "../shared/element.ts";
import { operationDetail } from "./operationDetail.ts";
import { outcomeMark } from "./outcomeMarks.ts";

export interface RowParts {
  readonly isOpen: (name: string) => boolean;
  readonly toggled: (name: string, isOpen: boolean) => void;
  readonly map: (operation: string) => void;
}

/** An operation, and below it, when it is opened, what it is known by. */
export function operationRow(operation: ShownOperation, parts: RowParts) {
  const { name, request } = operation;
  const id = `detail-${name}`;
  const known = element("td", { colspan: 3 });
  const detail = element("tr", { id, class: "detail" }, known);
  const sign = element("span");
  const toggle = button("", () => {
    const isOpen = !parts.isOpen(name);
    parts.toggled(name, isOpen);
    draw(isOpen);
  });
  const draw = (isOpen: boolean) => {
    setAttribute(toggle, "aria-expanded", String(isOpen));
    fill(sign, icon(isOpen ? "down" : "right"));
    detail.hidden = !isOpen;
    fill(known, ...(isOpen ? operationDetail(operation, parts.map) : []));
  };
  for (const [key, value] of [
    ["class", "quiet toggle"],
    ["aria-controls", id],
    ["data-key", name],
  ] as const)
    setAttribute(toggle, key, value);
  toggle.append(sign, name);
  draw(parts.isOpen(name));
  const row = element(
    "tr",
    {},
    element("th", { scope: "row" }, toggle),
    element("td", { class: "request mono" }, request),
    element("td", {}, stateMark(outcomeMark(operation))),
  );
  return { toggle, rows: [row, detail] };
}
