import type { ShownUsage } from "../protocol/usagePanelMessages.ts";
import { element } from "../shared/element.ts";
import { count } from "../shared/format.ts";
import { dayWords } from "./formatDay.ts";

/** Newest first: what is looked for is mostly what was just done. */
export function dayTable({ series, days }: ShownUsage): HTMLTableElement {
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
