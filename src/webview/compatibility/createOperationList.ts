import * as l10n from "@vscode/l10n";
import type {
  CompatibilityPageState,
  ProfileAction,
  ShownOperation,
  ShownReport,
} from "../protocol/compatibilityPanelMessages.ts";
import { createStateMark } from "../shared/createIcon.ts";
import {
  createButton,
  createElement,
  createRow,
  replaceChangedContent,
  setAttribute,
  setText,
} from "../shared/element.ts";
import type { StateLabel } from "../shared/stateLabel.ts";

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

type Act = (action: ProfileAction, operation: string) => void;

/** The row of an operation: what was seen of it, and what the user can do about it. */
function createOperationRow(operation: ShownOperation, act: Act): HTMLElement {
  const { name, request, reason, states, advice } = operation;
  const buttons = advice.map(({ action, title }) =>
    createButton(title, () => act(action, name), { "aria-label": `${title} ${name}`, "data-key": `${action} ${name}` }),
  );
  return createElement(
    "tr",
    {},
    createElement("th", { scope: "row" }, name),
    createElement("td", { class: "request mono" }, request),
    createElement(
      "td",
      {},
      createStateMark(labelOutcome(operation)),
      ...(reason === null ? [] : [createElement("div", { class: "soft reason" }, reason)]),
      ...(states.length === 0 ? [] : [createElement("div", { class: "soft" }, states.join(", "))]),
      ...(buttons.length === 0 ? [] : [createRow(...buttons)]),
    ),
  );
}

interface ListParts {
  readonly page: { readonly state: CompatibilityPageState; updateState(change: Partial<CompatibilityPageState>): void };
  readonly act: Act;
}

type Filter = CompatibilityPageState["filter"];

/** The operations by area. */
export function createOperationList({ page, act }: ListParts) {
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
    replaceChangedContent(table, areas, () => createAreas(areas, act));
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
function createAreas(areas: ShownReport["areas"], act: Act): HTMLElement[] {
  const groups = areas.map(({ title, operations }) => {
    const head = createElement("tr", { class: "area" }, createElement("th", { colspan: 3, scope: "rowgroup" }, title));
    return createElement("tbody", {}, head, ...operations.map((operation) => createOperationRow(operation, act)));
  });
  return [tableHead(), ...groups];
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
