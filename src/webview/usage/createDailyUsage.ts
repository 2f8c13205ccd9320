import type { ShownUsage, UsagePageState } from "../protocol/usagePanelMessages.ts";
import type { WebviewPage } from "../shared/connectPage.ts";
import { createButton, createElement, replaceContent, setText } from "../shared/element.ts";
import { formatCount } from "../shared/format.ts";
import { createDayCharts } from "./createDayCharts.ts";
import { formatDay } from "./formatDay.ts";

/** The daily counts, as charts or as a table. */
export function createDailyUsage(
  page: Pick<WebviewPage<unknown, UsagePageState, never, never>, "state" | "updateState">,
) {
  const charts = createDayCharts(page);
  const table = createElement("div", { class: "days" });
  const empty = createElement("p", { class: "soft" }, "The service does not report daily usage.");
  const toggle = createButton("Show as Table", () => {
    page.updateState({ asTable: !page.state.asTable });
    draw();
  });
  const section = createElement(
    "section",
    { "aria-labelledby": "days", hidden: true },
    createElement("div", { class: "row between" }, createElement("h2", { id: "days" }, "Day by day"), toggle),
    charts.element,
    table,
    empty,
  );
  let shown: ShownUsage | null = null;
  const draw = () => {
    const { asTable } = page.state;
    const isEmpty = shown === null || shown.days.length === 0 || shown.series.length === 0;
    section.hidden = shown === null;
    empty.hidden = !isEmpty;
    toggle.hidden = isEmpty;
    setText(toggle, asTable ? "Show as Charts" : "Show as Table");
    table.hidden = isEmpty || !asTable;
    charts.element.hidden = isEmpty || asTable;
    if (!shown || isEmpty) return;
    if (asTable) replaceContent(table, createDayTable(shown));
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

/** Newest day first. */
function createDayTable({ series, days }: ShownUsage): HTMLTableElement {
  const heads = series.map((name) => createElement("th", { scope: "col", class: "number" }, name));
  const rows = days.toReversed().map(({ date, counts }) => {
    const cells = counts.map((value) => createElement("td", { class: "number" }, formatCount(value)));
    return createElement("tr", {}, createElement("th", { scope: "row" }, formatDay(date)), ...cells);
  });
  return createElement(
    "table",
    { "aria-labelledby": "days" },
    createElement("thead", {}, createElement("tr", {}, createElement("th", { scope: "col" }, "Day (UTC)"), ...heads)),
    createElement("tbody", {}, ...rows),
  );
}
