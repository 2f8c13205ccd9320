import type { CompatibilityPlace, ShownReport } from "../protocol/compatibilityPanelMessages.ts";
import { rovingFocus } from "../shared/addRovingFocus.ts";
import { button, element, refill, setAttribute, setText } from "../shared/element.ts";
import { operationRow } from "./operationRow.ts";

interface ListParts {
  readonly page: { readonly place: CompatibilityPlace; keep(change: Partial<CompatibilityPlace>): void };
  readonly map: (operation: string) => void;
}

type Filter = CompatibilityPlace["filter"];

/** The operations by area; arrows move among them, and each opens to its evidence. */
export function operationList({ page, map }: ListParts) {
  const filters = { all: filterButton("all"), attention: filterButton("attention") };
  const table = element("table", { class: "operations", "aria-labelledby": "operations" });
  const nothing = element("p", { class: "soft" }, "Nothing needs attention.");
  const choice = element("div", { class: "row", role: "group", "aria-label": "Show" }, filters.all, filters.attention);
  const section = element(
    "section",
    { "aria-labelledby": "operations", hidden: true },
    element("div", { class: "row between" }, element("h2", { id: "operations" }, "Operations"), choice),
    table,
    nothing,
  );
  let shown: ShownReport | null = null;

  function filterButton(filter: Filter): HTMLButtonElement {
    return button("", () => {
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
    refill(table, areas, () => drawAreas(areas));
  };

  const drawAreas = (areas: ShownReport["areas"]) => {
    const groups = areas.map(({ title, operations }) => {
      const rows = operations.map((operation) =>
        operationRow(operation, { isOpen: (name) => page.place.open.includes(name), toggled, map }),
      );
      const head = element("tr", { class: "area" }, element("th", { colspan: 3, scope: "rowgroup" }, title));
      return { rows, body: element("tbody", {}, head, ...rows.flatMap((row) => row.rows)) };
    });
    // Before they are shown: what has the focus again is where the Tab key comes to.
    rovingFocus(groups.flatMap(({ rows }) => rows.map(({ toggle }) => toggle)));
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
    element("th", { scope: "col" }, "Operation"),
    element("th", { scope: "col", class: "request" }, "Request"),
    element("th", { scope: "col" }, "Outcome"),
  ];
  return element("thead", {}, element("tr", {}, ...cells));
}
