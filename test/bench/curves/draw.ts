import type { Curve, Point, Series } from "./curve.ts";

const size = { width: 800, height: 360 };
const frame = { left: 70, right: 270, top: 44, bottom: 48 };
/** The marks and labels distinguish the lines without colors. */
const looks = [
  { color: "#1f77b4", dash: "" },
  { color: "#d9541e", dash: "6 4" },
  { color: "#2f8f4e", dash: "2 4" },
  { color: "#8757c2", dash: "10 4 2 4" },
  { color: "#b8860b", dash: "1 3" },
  { color: "#0f8a8a", dash: "12 3" },
];
const ink = "#76808c";

/** Draws a curve with logarithmic axes that is readable on light and dark pages. */
export function draw({ title, along, series }: Curve): string {
  const all = series.flatMap(({ points }) => points);
  const x = scaleOf(
    all.map(({ at }) => at),
    frame.left,
    size.width - frame.right,
  );
  const y = scaleOf(
    all.map(({ value }) => value),
    size.height - frame.bottom,
    frame.top,
  );
  const ends = spaced(series.map(({ points }) => y.place(points.at(-1)?.value ?? 1)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    text(frame.left, 22, title, { weight: 600, size: 14 }),
    ...x.ticks.map((tick) => line([x.place(tick), frame.top], [x.place(tick), size.height - frame.bottom])),
    ...x.ticks.map((tick) => text(x.place(tick), size.height - frame.bottom + 18, short(tick), { anchor: "middle" })),
    ...y.ticks.map((tick) => line([frame.left, y.place(tick)], [size.width - frame.right, y.place(tick)])),
    ...y.ticks.map((tick) => text(frame.left - 8, y.place(tick) + 4, short(tick), { anchor: "end" })),
    text((frame.left + size.width - frame.right) / 2, size.height - 10, along, { anchor: "middle" }),
    ...series.map((one, index) => drawn(one, index, x.place, y.place, ends[index] ?? 0)),
    "</svg>",
    "",
  ].join("\n");
}

type Place = (value: number) => number;

function drawn({ what, unit, points }: Series, index: number, x: Place, y: Place, end: number): string {
  const { color, dash } = looks[index % looks.length] ?? { color: ink, dash: "" };
  const path = points.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const mark = ({ at, value }: Point) =>
    `<circle cx="${x(at).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3.5" fill="${color}"/>`;
  const last = points.at(-1);
  return [
    `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"${dash && ` stroke-dasharray="${dash}"`}/>`,
    ...points.map(mark),
    text(size.width - frame.right + 10, end + 4, `${what}: ${short(last?.value ?? 0)} ${unit}`, { color }),
  ].join("\n");
}

interface Scale {
  readonly place: Place;
  readonly ticks: readonly number[];
}

function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  const steps = Math.max(1, high - low);
  return {
    place: (value) => from + ((Math.log10(value) - low) / steps) * (to - from),
    ticks: Array.from({ length: steps + 1 }, (_, step) => 10 ** (low + step)),
  };
}

/** Moves overlapping labels apart. */
function spaced(wanted: readonly number[]): readonly number[] {
  const order = wanted.map((_, index) => index).sort((one, other) => (wanted[one] ?? 0) - (wanted[other] ?? 0));
  const placed = [...wanted];
  let last = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    last = Math.max(wanted[index] ?? 0, last + 16);
    placed[index] = last;
  }
  return placed;
}

function line([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string {
  return `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${ink}" stroke-opacity="0.35"/>`;
}

interface Look {
  readonly anchor?: "middle" | "end";
  readonly weight?: number;
  readonly size?: number;
  readonly color?: string;
}

function text(x: number, y: number, words: string, { anchor, weight, size: px, color = ink }: Look): string {
  const more = [
    anchor && ` text-anchor="${anchor}"`,
    weight && ` font-weight="${weight}"`,
    px && ` font-size="${px}"`,
  ].filter(Boolean);
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" fill="${color}"${more.join("")}>${words}</text>`;
}

function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 10_000) return `${Number((value / 1e3).toPrecision(3))} k`;
  return Number(value.toPrecision(3)).toLocaleString("en");
}
