import uPlot from "uplot";
import type { ShownUsage } from "../protocol/usagePanelMessages.ts";
import { createElement } from "../shared/element.ts";
import { formatCount } from "../shared/format.ts";
import { readPalette } from "../shared/theme.ts";
import { formatShortDay } from "./formatDay.ts";

export interface DayChart {
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
export function createDayChart(shown: ShownUsage, at: number, choose: (index: number) => void): DayChart {
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
