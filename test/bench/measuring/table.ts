import type { Figure } from "./figure.ts";

/** Formats one line per figure: the verdict, the goal, Fairlead's value, the floor, the ratio and its spread. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ id, goal, beside, unit, floor, ours, ratio, spread, met }) => [
    `${met ? "✓" : "✗"} ${id}`,
    goal,
    `${short(ours)} ${unit}`,
    `${short(floor)} (${beside})`,
    `${ratio.toFixed(2)} (${spread.map((one) => one.toFixed(2)).join(" to ")})`,
  ]);
  const head = ["", "goal", "ours", "floor or peer", "ratio"];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return [line(head), ...rows.map(line)].map((text) => text.trimEnd()).join("\n");
}

/** Formats a number with three significant digits. */
function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}
