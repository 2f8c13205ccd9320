import * as l10n from "@vscode/l10n";
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
import { createOperationDetail, type DetailActions } from "./createOperationDetail.ts";

type Mark = Omit<StateLabel, "word">;

/** Each outcome has its own icon. */
const marks: Readonly<Record<ShownOperation["outcome"], Mark>> = {
  works: { icon: "pass", tone: "good" },
  notTried: { icon: "clock", tone: "calm" },
  refused: { icon: "error", tone: "bad" },
  notOffered: { icon: "skip", tone: "warn" },
  failed: { icon: "warning", tone: "warn" },
};

/** An operation that works and has unknown states gets a warning. */
function labelOutcome({ outcome, outcomeLabel, states }: ShownOperation): StateLabel {
  if (outcome === "works" && states.length > 0)
    return { word: l10n.t`${outcomeLabel}, with unknown states`, icon: "warning", tone: "warn" };
  return { word: outcomeLabel, ...marks[outcome] };
}

const mostReasonCharacters = 160;

/** Why the operation does not work, for its row. */
function shortenReason({ outcome, reason }: ShownOperation): string {
  if (reason === null || outcome === "notTried") return "";
  return reason.length > mostReasonCharacters ? `${reason.slice(0, mostReasonCharacters)}…` : reason;
}

interface OperationRowParts {
  readonly isOpen: (name: string) => boolean;
  readonly onToggle: (name: string, isOpen: boolean) => void;
  readonly onDetail: DetailActions;
}

/** The row of an operation, and the row below it that shows what is known of it when it is expanded. */
function createOperationRow(operation: ShownOperation, parts: OperationRowParts) {
  const { name, request } = operation;
  const id = `detail-${name}`;
  const detailCell = createElement("td", { colspan: 3 });
  const detail = createElement("tr", { id, class: "detail" }, detailCell);
  const chevron = createElement("span");
  // The detail has it too.
  const reason = createElement("div", { class: "soft rowReason" }, shortenReason(operation));
  const toggle = createButton("", () => {
    const isOpen = !parts.isOpen(name);
    parts.onToggle(name, isOpen);
    draw(isOpen);
  });
  const draw = (isOpen: boolean) => {
    setAttribute(toggle, "aria-expanded", String(isOpen));
    replaceContent(chevron, createIcon(isOpen ? "down" : "right"));
    detail.hidden = !isOpen;
    reason.hidden = isOpen || reason.textContent === "";
    replaceContent(detailCell, ...(isOpen ? createOperationDetail(operation, parts.onDetail) : []));
  };
  for (const [key, value] of [
    ["class", "quiet toggle"],
    ["aria-controls", id],
    ["data-key", name],
  ] as const)
    setAttribute(toggle, key, value);
  toggle.append(chevron, name);
  draw(parts.isOpen(name));
  const row = createElement(
    "tr",
    {},
    createElement("th", { scope: "row" }, toggle),
    createElement("td", { class: "request mono" }, request),
    createElement("td", {}, createStateMark(labelOutcome(operation)), reason),
  );
  return { toggle, rows: [row, detail] };
}

interface ListParts {
  readonly page: { readonly state: CompatibilityPageState; updateState(change: Partial<CompatibilityPageState>): void };
  readonly onDetail: DetailActions;
}

type Filter = CompatibilityPageState["filter"];

/** The operations by area. Arrow keys move among them, and each expands to what is known of it. */
export function createOperationList({ page, onDetail }: ListParts) {
  const filterButtons = { all: createFilterButton("all"), attention: createFilterButton("attention") };
  const table = createElement("table", { class: "operations", "aria-labelledby": "operations" });
  const emptyNote = createElement("p", { class: "soft" }, l10n.t("Nothing needs attention."));
  const section = createListSection([filterButtons.all, filterButtons.attention], table, emptyNote);
  let shown: ShownReport | null = null;

  function createFilterButton(filter: Filter): HTMLButtonElement {
    return createButton("", () => {
      page.updateState({ filter });
      draw();
    });
  }
  const onToggle = (name: string, isOpen: boolean) => {
    const others = page.state.open.filter((openName) => openName !== name);
    page.updateState({ open: isOpen ? [...others, name].slice(-100) : others });
  };
  const rowParts = { isOpen: (name: string) => page.state.open.includes(name), onToggle, onDetail };

  const draw = () => {
    const { filter } = page.state;
    const operations = shown?.areas.flatMap((area) => area.operations) ?? [];
    const needingAttention = operations.filter(({ needsAttention }) => needsAttention);
    section.hidden = operations.length === 0;
    setText(filterButtons.all, l10n.t`All ${operations.length}`);
    setText(filterButtons.attention, l10n.t`Needs Attention ${needingAttention.length}`);
    for (const name of ["all", "attention"] as const)
      setAttribute(filterButtons[name], "aria-pressed", String(name === filter));
    const areas = shownAreas(shown, filter);
    table.hidden = areas.length === 0;
    emptyNote.hidden = areas.length > 0;
    replaceChangedContent(table, areas, () => createAreas(areas, rowParts));
  };

  return {
    element: section,
    show: (now: ShownReport | null) => {
      shown = now;
      draw();
    },
  };
}

function createListSection(
  filterButtons: readonly HTMLButtonElement[],
  table: HTMLTableElement,
  emptyNote: HTMLElement,
): HTMLElement {
  const heading = createElement("h2", { id: "operations" }, l10n.t("Operations"));
  const filterGroup = createElement(
    "div",
    { class: "row", role: "group", "aria-label": l10n.t("Show") },
    ...filterButtons,
  );
  return createElement(
    "section",
    { "aria-labelledby": "operations", hidden: true },
    createElement("div", { class: "row between" }, heading, filterGroup),
    table,
    emptyNote,
  );
}

/** The head of the table, and a body for each area. */
function createAreas(areas: ShownReport["areas"], rowParts: OperationRowParts): HTMLElement[] {
  const groups = areas.map(({ title, operations }) => {
    const rows = operations.map((operation) => createOperationRow(operation, rowParts));
    const head = createElement("tr", { class: "area" }, createElement("th", { colspan: 3, scope: "rowgroup" }, title));
    return { rows, body: createElement("tbody", {}, head, ...rows.flatMap((row) => row.rows)) };
  });
  // Runs before the rows are shown, because the row that gets the focus back becomes the stop of the Tab key.
  addRovingFocus(groups.flatMap(({ rows }) => rows.map(({ toggle }) => toggle)));
  return [tableHead(), ...groups.map(({ body }) => body)];
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
    createElement("th", { scope: "col" }, l10n.t("Operation")),
    createElement("th", { scope: "col", class: "request" }, l10n.t("Request")),
    createElement("th", { scope: "col" }, l10n.t("Outcome")),
  ];
  return createElement("thead", {}, createElement("tr", {}, ...cells));
}
