import type { ShownUsage, UsagePlace } from "../protocol/usagePanelMessages.ts";
import { button, element, fill, setText } from "../shared/element.ts";
import { count } from "../shared/format.ts";
import { dayCharts } from "./createDayCharts.ts";
import { dayWords } from "./formatDay.ts";

interface Kept {
  readonly place: UsagePlace;
  keep(change: Partial<UsagePlace>): void;
}

/** What was counted each day, as charts or as a table. */
export function dailyUsage(page: Kept) {
  const charts = dayCharts(page);
  const table = element("div", { class: "days" });
  const empty = element("p", { class: "soft" }, "The service does not say what was used day by day.");
  const toggle = button("Show as Table", () => {
    page.keep({ asTable: !page.place.asTable });
    draw();
  });
  const section = element(
    "section",
    { "aria-labelledby": "days", hidden: true },
    element("div", { class: "row between" }, element("h2", { id: "days" }, "Day by day"), toggle),
    charts.element,
    table,
    empty,
  );
  let shown: ShownUsage | null = null;
  const draw = () => {
    const { asTable } = page.place;
    const isEmpty = shown === null || shown.days.length === 0 || shown.series.length === 0;
    section.hidden = shown === null;
    empty.hidden = !isEmpty;
    toggle.hidden = isEmpty;
    setText(toggle, asTable ? "Show as Charts" : "Show as Table");
    table.hidden = isEmpty || !asTable;
    charts.element.hidden = isEmpty || asTable;
    if (!shown || isEmpty) return;
    if (asTable) fill(table, dayTable(shown));
    else charts.show(shown);
  };
  return {
    element: section,
    show: (now: ShownUsage | null) => {
      shown = now;
      draw();
    },
  };
}

/** Newest first: what is looked for is mostly what was just done. */
function dayTable({ series, days }: ShownUsage): HTMLTableElement {
  const heads = series.map((name) => element("th", { scope: "col", class: "number" }, name));
  const rows = days.toReversed().map(({ date, counts }) => {
    const cells = counts.map((value) => element("td", { class: "number" }, count(value)));
    return element("tr", {}, element("th", { scope: "row" }, dayWords(date)), ...cells);
  });
  return element(
    "table",
    { "aria-labelledby": "days" },
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Day (UTC)"), ...heads)),
    element("tbody", {}, ...rows),
  );
}
