import type { ShownOperation } from "../protocol/compatibilityPanelMessages.ts";
import { button, element } from "../shared/element.ts";

/** All that is known of an operation, and why. */
export function operationDetail(operation: ShownOperation, map: (operation: string) => void): readonly HTMLElement[] {
  const { name, facts, fields, notes, canMap } = operation;
  const said = facts.map((fact) => element("div", {}, element("dt", {}, fact.name), element("dd", {}, fact.words)));
  const offer = () =>
    button("Map This Answer", () => map(name), { "aria-label": `Map This Answer: ${name}`, "data-key": `map ${name}` });
  return [
    element("dl", { class: "known" }, ...said),
    ...(notes.length > 0 ? [element("ul", { class: "notes" }, ...notes.map((note) => element("li", {}, note)))] : []),
    ...(fields.length > 0 ? [fieldTable(operation)] : []),
    ...(canMap ? [offer()] : []),
  ];
}

function fieldTable({ name, fields }: ShownOperation): HTMLElement {
  const head = ["Field", "Found at", "Why"].map((text) => element("th", { scope: "col" }, text));
  const rows = fields.map(({ field, at, why }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, field),
      element("td", { class: "mono" }, at),
      element("td", {}, why),
    ),
  );
  return element(
    "table",
    { "aria-label": `Fields of ${name}` },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...rows),
  );
}
