import type { CompatibilityPageState, ShownOperation, ShownReport } from "../protocol/compatibilityPanelMessages.ts";
import { addRovingFocus } from "../shared/addRovingFocus.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createStateMark } from "../shared/createStateMark.ts";
import {
  createButton,
  createElement,
  replaceChangedContent,
  replaceContent,
  setAttribute,
  setText,
} from "../shared/element.ts";
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

interface OperationRowParts {
  readonly isOpen: (name: string) => boolean;
  readonly toggled: (name: string, isOpen: boolean) => void;
  readonly map: (operation: string) => void;
}

/** An operation, and below it, when it is opened, what it is known by. */
function createOperationRow(operation: ShownOperation, parts: OperationRowParts) {
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

interface ListParts {
  readonly page: { readonly place: CompatibilityPageState; keep(change: Partial<CompatibilityPageState>): void };
  readonly map: (operation: string) => void;
}

type Filter = CompatibilityPageState["filter"];

/** The operations by area; arrows move among them, and each opens to its evidence. */
export function createOperationList({ page, map }: ListParts) {
  const filters = { all: filterButton("all"), attention: filterButton("attention") };
  const table = createElement("table", { class: "operations", "aria-labelledby": "operations" });
  const nothing = createElement("p", { class: "soft" }, "Nothing needs attention.");
  const choice = createElement(
    "div",
    { class: "row", role: "group", "aria-label": "Show" },
    filters.all,
    filters.attention,
  );
  const section = createElement(
    "section",
    { "aria-labelledby": "operations", hidden: true },
    createElement("div", { class: "row between" }, createElement("h2", { id: "operations" }, "Operations"), choice),
    table,
    nothing,
  );
  let shown: ShownReport | null = null;

  function filterButton(filter: Filter): HTMLButtonElement {
    return createButton("", () => {
      page.keep({ filter });
      draw();
    });
  }

  const toggled = (name: string, isOpen: boolean) => {
    const others = page.place.open.filter((one) => one !== name);
    page.keep({ open: isOpen ? [...others, name].slice(-100) : others });
  };

  const draw = () => {
    const { filter } = page.place;
    const all = shown?.areas.flatMap(({ operations }) => operations) ?? [];
    const wanted = all.filter(({ needsAttention }) => needsAttention);
    section.hidden = all.length === 0;
    setText(filters.all, `All ${all.length}`);
    setText(filters.attention, `Needs Attention ${wanted.length}`);
    for (const one of ["all", "attention"] as const) setAttribute(filters[one], "aria-pressed", String(one === filter));
    const areas = shownAreas(shown, filter);
    table.hidden = areas.length === 0;
    nothing.hidden = areas.length > 0;
    replaceChangedContent(table, areas, () => drawAreas(areas));
  };

  const drawAreas = (areas: ShownReport["areas"]) => {
    const groups = areas.map(({ title, operations }) => {
      const rows = operations.map((operation) =>
        createOperationRow(operation, { isOpen: (name) => page.place.open.includes(name), toggled, map }),
      );
      const head = createElement(
        "tr",
        { class: "area" },
        createElement("th", { colspan: 3, scope: "rowgroup" }, title),
      );
      return { rows, body: createElement("tbody", {}, head, ...rows.flatMap((row) => row.rows)) };
    });
    // Before they are shown: what has the focus again is where the Tab key comes to.
    addRovingFocus(groups.flatMap(({ rows }) => rows.map(({ toggle }) => toggle)));
    return [tableHead(), ...groups.map(({ body }) => body)];
  };

  return {
    element: section,
    show: (now: ShownReport | null) => {
      shown = now;
      draw();
    },
  };
}

function shownAreas(shown: ShownReport | null, filter: Filter): ShownReport["areas"] {
  const areas = (shown?.areas ?? []).map(({ title, operations }) => ({
    title,
    operations: operations.filter(({ needsAttention }) => filter === "all" || needsAttention),
  }));
  return areas.filter(({ operations }) => operations.length > 0);
}

function tableHead(): HTMLElement {
  const cells = [
    createElement("th", { scope: "col" }, "Operation"),
    createElement("th", { scope: "col", class: "request" }, "Request"),
    createElement("th", { scope: "col" }, "Outcome"),
  ];
  return createElement("thead", {}, createElement("tr", {}, ...cells));
}
