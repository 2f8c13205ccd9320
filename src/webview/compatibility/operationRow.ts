import type { ShownOperation } from "../protocol/compatibilityPanelMessages.ts";
import { icon } from "../shared/createIcon.ts";
import { stateMark } from "../shared/createStateMark.ts";
import { button, element, fill, setAttribute } from "../shared/element.ts";
import type { StateWords } from "../shared/stateLabel.ts";

type Mark = Omit<StateWords, "word">;

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
function outcomeMark({ outcome, words, needsAttention }: ShownOperation): StateWords {
  if (needsAttention && (outcome === "recognised" || outcome === "assumed"))
    return { word: `${words}, with unknown states`, icon: "warning", tone: "warn" };
  return { word: words, ...marks[outcome] };
}

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

/** All that is known of an operation, and why. */
function operationDetail(operation: ShownOperation, map: (operation: string) => void): readonly HTMLElement[] {
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
