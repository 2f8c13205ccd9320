import type { ShownOperation } from "../protocol/compatibilityPanelMessages.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createStateMark } from "../shared/createStateMark.ts";
import { createButton, createElement, replaceContent, setAttribute } from "../shared/element.ts";
import type { StateLabel } from "../shared/stateLabel.ts";

type Mark = Omit<StateLabel, "word">;

/** Each outcome has an icon of its own beside its words. */
const marks: Readonly<Record<ShownOperation["outcome"], Mark>> = {
  recognised: { icon: "pass", tone: "good" },
  assumed: { icon: "question", tone: "calm" },
  missing: { icon: "skip", tone: "warn" },
  forbidden: { icon: "stop", tone: "warn" },
  unclear: { icon: "error", tone: "bad" },
  notCalled: { icon: "clock", tone: "calm" },
};

/** What is understood and still worth a look has the mark of that. */
function labelOutcome({ outcome, words, needsAttention }: ShownOperation): StateLabel {
  if (needsAttention && (outcome === "recognised" || outcome === "assumed"))
    return { word: `${words}, with unknown states`, icon: "warning", tone: "warn" };
  return { word: words, ...marks[outcome] };
}

export interface OperationRowParts {
  readonly isOpen: (name: string) => boolean;
  readonly toggled: (name: string, isOpen: boolean) => void;
  readonly map: (operation: string) => void;
}

/** An operation, and below it, when it is opened, what it is known by. */
export function createOperationRow(operation: ShownOperation, parts: OperationRowParts) {
  const { name, request } = operation;
  const id = `detail-${name}`;
  const known = createElement("td", { colspan: 3 });
  const detail = createElement("tr", { id, class: "detail" }, known);
  const sign = createElement("span");
  const toggle = createButton("", () => {
    const isOpen = !parts.isOpen(name);
    parts.toggled(name, isOpen);
    draw(isOpen);
  });
  const draw = (isOpen: boolean) => {
    setAttribute(toggle, "aria-expanded", String(isOpen));
    replaceContent(sign, createIcon(isOpen ? "down" : "right"));
    detail.hidden = !isOpen;
    replaceContent(known, ...(isOpen ? createOperationDetail(operation, parts.map) : []));
  };
  for (const [key, value] of [
    ["class", "quiet toggle"],
    ["aria-controls", id],
    ["data-key", name],
  ] as const)
    setAttribute(toggle, key, value);
  toggle.append(sign, name);
  draw(parts.isOpen(name));
  const row = createElement(
    "tr",
    {},
    createElement("th", { scope: "row" }, toggle),
    createElement("td", { class: "request mono" }, request),
    createElement("td", {}, createStateMark(labelOutcome(operation))),
  );
  return { toggle, rows: [row, detail] };
}

/** All that is known of an operation, and why. */
function createOperationDetail(operation: ShownOperation, map: (operation: string) => void): readonly HTMLElement[] {
  const { name, facts, fields, notes, canMap } = operation;
  const said = facts.map((fact) =>
    createElement("div", {}, createElement("dt", {}, fact.name), createElement("dd", {}, fact.words)),
  );
  const offer = () =>
    createButton("Map This Answer", () => map(name), {
      "aria-label": `Map This Answer: ${name}`,
      "data-key": `map ${name}`,
    });
  return [
    createElement("dl", { class: "known" }, ...said),
    ...(notes.length > 0
      ? [createElement("ul", { class: "notes" }, ...notes.map((note) => createElement("li", {}, note)))]
      : []),
    ...(fields.length > 0 ? [fieldTable(operation)] : []),
    ...(canMap ? [offer()] : []),
  ];
}

function fieldTable({ name, fields }: ShownOperation): HTMLElement {
  const head = ["Field", "Found at", "Why"].map((text) => createElement("th", { scope: "col" }, text));
  const rows = fields.map(({ field, at, why }) =>
    createElement(
      "tr",
      {},
      createElement("th", { scope: "row" }, field),
      createElement("td", { class: "mono" }, at),
      createElement("td", {}, why),
    ),
  );
  return createElement(
    "table",
    { "aria-label": `Fields of ${name}` },
    createElement("thead", {}, createElement("tr", {}, ...head)),
    createElement("tbody", {}, ...rows),
  );
}
