import uPlot from "uplot";
import type { ShownUsage, UsagePageState } from "../protocol/usagePanelMessages.ts";
import { createElement, replaceContent, setAttribute, setText } from "../shared/element.ts";
import { formatCount } from "../shared/format.ts";
import { onThemeChange, readPalette } from "../shared/theme.ts";
import { formatDay, formatShortDay } from "./formatDay.ts";

interface DayChart {
  readonly element: HTMLElement;
  /** Marks a day. */
  point(index: number): void;
  /** Takes the room there is. */
  resize(): void;
  destroy(): void;
}

const height = 110;
const colors = [
  ["--vscode-charts-blue"],
  ["--vscode-charts-green"],
  ["--vscode-charts-purple"],
  ["--vscode-charts-yellow"],
] as const;

/** One thing that is counted, as a bar a day; `choose` is told of the day that is pointed at. */
function createDayChart(shown: ShownUsage, at: number, choose: (index: number) => void): DayChart {
  const counts = shown.days.map((day) => day.counts[at] ?? 0);
  const xs = counts.map((_, index) => index);
  const top = Math.max(4, ...counts) * 1.1;
  const total = counts.reduce((sum, one) => sum + one, 0);
  const room = createElement("div", { class: "plot" });
  const caption = createElement(
    "figcaption",
    {},
    `${shown.series[at] ?? ""}: ${formatCount(total)} in ${counts.length} days`,
  );
  const plot = new uPlot(options(shown, at, top), [xs, xs.map(() => null), counts], room);
  const look = ({ clientX }: PointerEvent) => {
    choose(plot.posToIdx(clientX - plot.over.getBoundingClientRect().left));
  };
  plot.over.addEventListener("pointerdown", look);
  plot.over.addEventListener("pointermove", look);
  return {
    element: createElement("figure", {}, caption, room),
    point: (index) => {
      const marked = xs.map((one) => (one === index ? top : null));
      plot.setData([xs, marked, counts], false);
      plot.setScale("x", { min: -0.5, max: counts.length - 0.5 });
    },
    resize: () => {
      if (room.clientWidth > 0) plot.setSize({ width: room.clientWidth, height });
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
      // The whole height: a day without anything can be chosen too.
      { ...bars, fill: `color-mix(in srgb, ${palette.marked} 18%, transparent)`, stroke: palette.marked, width: 1 },
      { ...bars, fill: palette.bar, stroke: palette.bar, width: 0 },
    ],
  };
}

/** Nothing is counted in halves. */
const wholeSteps = Array.from({ length: 13 }, (_, power) => [1, 2, 5].map((one) => one * 10 ** power)).flat();

function dayAt(days: ShownUsage["days"], x: number): string {
  const date = Number.isInteger(x) ? days[x]?.date : undefined;
  return date === undefined ? "" : formatShortDay(date);
}

const compact = new Intl.NumberFormat("en", { notation: "compact" });
const short = (value: number) => compact.format(value);

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
