import type { CompatibilityPageState, ShownReport } from "../protocol/compatibilityPanelMessages.ts";
import { addRovingFocus } from "../shared/addRovingFocus.ts";
import { createButton, createElement, replaceChangedContent, setAttribute, setText } from "../shared/element.ts";
import { createOperationRow } from "./operationRow.ts";

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
