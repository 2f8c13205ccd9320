import * as l10n from "@vscode/l10n";
import uPlot from "uplot";
import { formatCount } from "../../text/language/formatQuantity.ts";
import { locale } from "../../text/language/locale.ts";
import type { ShownUsage, UsagePageState } from "../protocol/usagePanelMessages.ts";
import type { WebviewPage } from "../shared/connectPage.ts";
import { createElement, replaceContent, setAttribute, setText } from "../shared/element.ts";
import { onThemeChange, readPalette } from "../shared/theme.ts";

const height = 110;
const colors = [
  ["--vscode-charts-blue"],
  ["--vscode-charts-green"],
  ["--vscode-charts-purple"],
  ["--vscode-charts-yellow"],
] as const;

/** One series, as a bar a day; calls `choose` with the day below the pointer. */
function createDayChart(shown: ShownUsage, at: number, choose: (index: number) => void) {
  const counts = shown.days.map((day) => day.counts[at] ?? 0);
  const xs = counts.map((_, index) => index);
  const top = Math.max(4, ...counts) * 1.1;
  const total = counts.reduce((sum, one) => sum + one, 0);
  const plotElement = createElement("div", { class: "plot" });
  const caption = createElement(
    "figcaption",
    {},
    l10n.t`${shown.series[at] ?? ""}: ${formatCount(total)} in ${counts.length} days`,
  );
  const plot = new uPlot(options(shown, at, top), [xs, xs.map(() => null), counts], plotElement);
  const onPointer = ({ clientX }: PointerEvent) => {
    choose(plot.posToIdx(clientX - plot.over.getBoundingClientRect().left));
  };
  plot.over.addEventListener("pointerdown", onPointer);
  plot.over.addEventListener("pointermove", onPointer);
  return {
    element: createElement("figure", {}, caption, plotElement),
    markDay: (index: number) => {
      const marked = xs.map((one) => (one === index ? top : null));
      plot.setData([xs, marked, counts], false);
      plot.setScale("x", { min: -0.5, max: counts.length - 0.5 });
    },
    /** Fits the plot to the width of its element. */
    resize: () => {
      if (plotElement.clientWidth > 0) plot.setSize({ width: plotElement.clientWidth, height });
    },
    destroy: () => plot.destroy(),
  };
}

function options({ days }: ShownUsage, at: number, top: number): uPlot.Options {
  const palette = readPalette({
    bar: colors[at % colors.length] ?? colors[0],
    marked: ["--vscode-contrastActiveBorder", "--vscode-foreground"],
    text: ["--vscode-descriptionForeground", "--vscode-foreground"],
    grid: ["--vscode-editorWidget-border", "--vscode-panel-border"],
  });
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const paths = uPlot.paths.bars?.({ size: [0.7, 32] });
  const bars = { ...(paths && { paths }), points: { show: false } };
  const axis = { font, stroke: palette.text, ticks: { show: false } };
  const line = { stroke: palette.grid, width: 1 };
  return {
    width: 300,
    height,
    padding: [6, 4, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, days.length - 0.5] },
      y: { range: [0, top] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 60,
        size: 22,
        values: (_plot, splits) => splits.map((x) => dayAt(days, x)),
      },
      { ...axis, grid: line, size: 34, space: 28, incrs: wholeSteps, values: (_plot, splits) => splits.map(short) },
    ],
    series: [
      {},
      // The mark has the whole height, so that the user can choose a day without any count; filled, it would look like a count.
      { ...bars, stroke: palette.marked, width: 1, dash: [3, 3] },
      { ...bars, fill: palette.bar, stroke: palette.bar, width: 0 },
    ],
  };
}

/** Counts are whole numbers: 1, 2, 5, 10, 20, ... */
const wholeSteps = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((one) => one * 10 ** power)).flat();

function dayAt(days: ShownUsage["days"], x: number): string {
  const date = Number.isInteger(x) ? days[x]?.date : undefined;
  return date === undefined ? "" : formatShortDay(date);
}

const compact = new Intl.NumberFormat(locale, { notation: "compact" });
const short = (value: number) => compact.format(value);

/**
 * A chart for each series, with the same day selected in all of them. For the keyboard and for screen readers they are one
 * slider over the days, whose value text has the counts.
 */
export function createDayCharts(
  page: Pick<WebviewPage<unknown, UsagePageState, never, never>, "state" | "updateState">,
) {
  const totals = createElement("div", { class: "charts" });
  const slider = createElement(
    "div",
    { class: "slider", role: "slider", tabindex: 0, "aria-label": l10n.t("Day") },
    totals,
  );
  const chosen = createElement("p", { class: "chosen", "aria-hidden": "true" });
  let shown: ShownUsage | undefined;
  let charts: readonly ReturnType<typeof createDayChart>[] = [];

  const indexNow = (days: ShownUsage["days"]) => {
    const savedIndex = days.findIndex(({ date }) => date === page.state.day);
    return savedIndex === -1 ? days.length - 1 : savedIndex;
  };
  const markDay = () => {
    if (!shown) return;
    const index = indexNow(shown.days);
    const text = formatDayCounts(shown, index);
    for (const chart of charts) chart.markDay(index);
    setText(chosen, text);
    setAttribute(slider, "aria-valuemin", 1);
    setAttribute(slider, "aria-valuemax", shown.days.length);
    setAttribute(slider, "aria-valuenow", index + 1);
    setAttribute(slider, "aria-valuetext", text);
  };
  const choose = (index: number) => {
    const last = (shown?.days.length ?? 0) - 1;
    const date = shown?.days[Math.max(0, Math.min(last, index))]?.date ?? null;
    // The newest day is saved as null, because tomorrow it has another date.
    page.updateState({ day: index >= last ? null : date });
    markDay();
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
    markDay();
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
function formatDayCounts({ series, days }: ShownUsage, index: number): string {
  const day = days[index];
  if (!day) return "";
  return `${formatDay(day.date)}: ${series.map((name, at) => `${name} ${formatCount(day.counts[at] ?? 0)}`).join(", ")}`;
}

const day = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });
const shortDayFormat = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });

/** `Fri 20 Nov`; the service counts by UTC days. Returns a text that is not a date unchanged. */
export function formatDay(date: string): string {
  return formatDate(day, date);
}

/** `20 Nov`, for the edge of a chart. */
function formatShortDay(date: string): string {
  return formatDate(shortDayFormat, date);
}

function formatDate(format: Intl.DateTimeFormat, date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? date : format.format(at).replace(",", "");
}
