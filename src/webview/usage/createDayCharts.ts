import type { ShownUsage, UsagePageState } from "../protocol/usagePanelMessages.ts";
import { createElement, replaceContent, setAttribute, setText } from "../shared/element.ts";
import { formatCount } from "../shared/format.ts";
import { onThemeChange } from "../shared/theme.ts";
import { createDayChart, type DayChart } from "./dayChart.ts";
import { formatDay } from "./formatDay.ts";

interface Kept {
  readonly place: UsagePageState;
  keep(change: Partial<UsagePageState>): void;
}

/**
 * A chart for each thing that is counted, with one day chosen in all of them. For the keyboard and for screen readers they
 * are one slider over the days, which says in words what the bars show.
 */
export function createDayCharts(page: Kept) {
  const totals = createElement("div", { class: "charts" });
  const slider = createElement("div", { class: "slider", role: "slider", tabindex: 0, "aria-label": "Day" }, totals);
  const chosen = createElement("p", { class: "chosen", "aria-hidden": "true" });
  let shown: ShownUsage | undefined;
  let charts: readonly DayChart[] = [];

  const indexNow = (days: ShownUsage["days"]) => {
    const kept = days.findIndex(({ date }) => date === page.place.day);
    return kept === -1 ? days.length - 1 : kept;
  };
  const point = () => {
    if (!shown) return;
    const index = indexNow(shown.days);
    const words = wordsOf(shown, index);
    for (const chart of charts) chart.point(index);
    setText(chosen, words);
    setAttribute(slider, "aria-valuemin", 1);
    setAttribute(slider, "aria-valuemax", shown.days.length);
    setAttribute(slider, "aria-valuenow", index + 1);
    setAttribute(slider, "aria-valuetext", words);
  };
  const choose = (index: number) => {
    const last = (shown?.days.length ?? 0) - 1;
    const date = shown?.days[Math.max(0, Math.min(last, index))]?.date ?? null;
    // The newest day is not kept as a date: tomorrow it is another one.
    page.keep({ day: index >= last ? null : date });
    point();
  };
  const fit = () => {
    for (const chart of charts) chart.resize();
  };
  const redraw = () => {
    for (const chart of charts) chart.destroy();
    const of = shown;
    charts = of ? of.series.map((_, at) => createDayChart(of, at, choose)) : [];
    replaceContent(totals, ...charts.map((chart) => chart.element));
    fit();
    point();
  };
  slider.addEventListener("keydown", (event) => {
    const to = shown && target(event.key, indexNow(shown.days), shown.days.length);
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
  });
  onThemeChange(redraw);
  new ResizeObserver(fit).observe(totals);
  return {
    element: createElement("div", {}, slider, chosen),
    show: (now: ShownUsage) => {
      const isSame = JSON.stringify([now.series, now.days]) === JSON.stringify([shown?.series, shown?.days]);
      shown = now;
      if (!isSame) redraw();
    },
  };
}

function target(key: string, index: number, length: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
  const weeks: Readonly<Record<string, number>> = { PageUp: 7, PageDown: -7 };
  if (key === "Home") return 0;
  if (key === "End") return length - 1;
  const step = steps[key] ?? weeks[key];
  return step === undefined ? undefined : index + step;
}

/** `Fri 20 Nov: Deployments 2, Test runs 5, Tool calls 1,200` */
function wordsOf({ series, days }: ShownUsage, index: number): string {
  const day = days[index];
  if (!day) return "";
  return `${formatDay(day.date)}: ${series.map((name, at) => `${name} ${formatCount(day.counts[at] ?? 0)}`).join(", ")}`;
}
