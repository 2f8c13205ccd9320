import * as l10n from "@vscode/l10n";
import uPlot from "uplot";
import { formatLocalTime } from "../../text/formatTime.ts";
import type { HealthFacts } from "../protocol/deploymentPanelMessages.ts";
import { createElement, setText } from "../shared/element.ts";
import { formatShortDuration } from "../shared/format.ts";
import { onThemeChange, type Palette, readPalette } from "../shared/theme.ts";
import { computeHealthBands, toSampleSeconds, uncheckedState } from "./healthSeries.ts";
import { labelHealthState } from "./stateLabels.ts";

const variables = {
  text: ["--vscode-descriptionForeground", "--vscode-foreground"],
  grid: ["--vscode-editorWidget-border", "--vscode-widget-border", "--vscode-contrastBorder", "--vscode-foreground"],
  line: ["--vscode-charts-blue", "--vscode-editorInfo-foreground", "--vscode-foreground"],
  healthy: ["--vscode-charts-green", "--vscode-testing-iconPassed"],
  degraded: ["--vscode-editorWarning-foreground", "--vscode-charts-yellow"],
  unhealthy: ["--vscode-errorForeground", "--vscode-charts-red"],
  unknown: ["--vscode-descriptionForeground", "--vscode-foreground"],
} as const;
type Colors = Palette<keyof typeof variables>;

type History = HealthFacts["history"];

const heightPx = 150;
/** The strip that shows the state, at the bottom. */
const stripPx = 6;

/** Latency over the last hour as a line, with the state below it. The text beside it has the same facts. */
export function createHealthChart() {
  const picture = createElement("div", { class: "picture", role: "img" });
  const readout = createElement("p", { class: "readout soft" });
  let history: History = [];
  let plot: uPlot | undefined;
  const draw = () => {
    plot?.destroy();
    plot = undefined;
    const width = Math.floor(picture.clientWidth);
    if (history.length < 2 || width < 50) return;
    const showReadout = (text: string) => setText(readout, text);
    plot = new uPlot(options(width, readPalette(variables), showReadout), dataOf(history), picture);
  };
  onThemeChange(draw);
  new ResizeObserver(() => {
    const width = Math.floor(picture.clientWidth);
    if (plot && width >= 50) plot.setSize({ width, height: heightPx });
    else if (!plot) draw();
  }).observe(picture);
  return {
    element: createElement("figure", {}, picture, readout),
    show: (next: History, label: string) => {
      const canUpdate = plot !== undefined && next.length >= 2;
      history = next;
      picture.setAttribute("aria-label", label);
      picture.hidden = next.length < 2;
      if (canUpdate) plot?.setData(dataOf(next));
      else draw();
    },
  };

  function options(width: number, colors: Colors, showReadout: (text: string) => void): uPlot.Options {
    const axis = {
      stroke: colors.text,
      grid: { stroke: colors.grid, width: 0.5 },
      ticks: { stroke: colors.grid, width: 0.5 },
    };
    return {
      width,
      height: heightPx,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 6 } },
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(10, max * 1.1)] } },
      axes: [
        {
          ...axis,
          size: 28,
          space: 60,
          values: (_plot, splits, _axis, _space, step) => splits.map((at) => formatTickTime(at, step)),
        },
        { ...axis, size: 64, space: 30, values: (_plot, splits) => splits.map((ms) => formatShortDuration(ms)) },
      ],
      series: [{}, { stroke: colors.line, width: 1.5, points: { show: false } }],
      hooks: {
        drawAxes: [(chart) => drawStrip(chart, history, colors)],
        setCursor: [({ cursor: { idx } }) => showReadout(formatSample(history, idx))],
      },
    };
  }
}

const dataOf = (history: History): uPlot.AlignedData => [
  history.map(toSampleSeconds),
  history.map(({ latencyMs }) => latencyMs ?? null),
];

/** Adds the seconds if ticks are less than a minute apart. */
function formatTickTime(seconds: number, step: number): string {
  const at = new Date(seconds * 1000);
  const parts = [at.getHours(), at.getMinutes(), ...(step < 60 ? [at.getSeconds()] : [])];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

function formatSample(history: History, index: number | null | undefined): string {
  const sample = history[index ?? -1];
  if (!sample) return "";
  if (sample.status === uncheckedState) return l10n.t`${formatLocalTime(sample.at, Date.now())}: not checked`;
  const latency = typeof sample.latencyMs !== "number" ? l10n.t("no response") : formatShortDuration(sample.latencyMs);
  return `${formatLocalTime(sample.at, Date.now())}: ${labelHealthState(sample.status).word}, ${latency}`;
}

/** A strip in the colours of the states. Unhealthy periods are shaded up to the top. */
function drawStrip({ ctx, bbox, valToPos }: uPlot, history: History, colors: Colors): void {
  const last = history.at(-1);
  if (!last) return;
  const strip = stripPx * devicePixelRatio;
  ctx.save();
  for (const { from, to, status } of computeHealthBands(history, toSampleSeconds(last))) {
    const [left, right] = [valToPos(from, "x", true), valToPos(to, "x", true)];
    const width = Math.max(devicePixelRatio, right - left);
    ctx.fillStyle = colorOf(status, colors);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, bbox.top + bbox.height - strip, width, strip);
    ctx.globalAlpha = status === "healthy" ? 0.06 : 0.22;
    ctx.fillRect(left, bbox.top, width, bbox.height - strip);
  }
  ctx.restore();
}

function colorOf(status: string, colors: Colors): string {
  if (status === "healthy" || status === "degraded" || status === "unhealthy") return colors[status];
  return colors.unknown;
}
