import type { Figure } from "../measuring/figure.ts";

/** The growth of a quantity. */
export interface Curve {
  /** The name of the picture file. */
  readonly name: string;
  readonly title: string;
  /** The quantity of the horizontal axis: `servers`. */
  readonly along: string;
  readonly series: readonly Series[];
}

export interface Series {
  readonly what: string;
  readonly unit: string;
  /** It is drawn for comparison and has no goal. */
  readonly isFloor?: boolean;
  /** In ascending order of the horizontal axis. */
  readonly points: readonly Point[];
}

export interface Point {
  readonly at: number;
  readonly value: number;
}

/** Computes the exponent of the growth between the last two points; the goal is at most linear growth. */
export function figuresOf({ title, along, series }: Curve): readonly Figure[] {
  const judged = series.filter(({ isFloor }) => !isFloor);
  return judged.map(({ what, unit, points }) => {
    const powers = points.slice(1).map((point, index) => computeExponent(points[index] ?? point, point));
    const [first, last] = [points[0], points.at(-1)];
    const power = powers.at(-1) ?? Number.NaN;
    return {
      id: "curves",
      goal: `${title}, ${what}: at worst linear from ${formatNumber(first?.at)} to ${formatNumber(last?.at)} ${along}`,
      ...{ beside: "linear growth, as a power", unit: `${unit} at the end` },
      ...{ floor: 1, ours: last?.value ?? Number.NaN, ratio: power },
      spread: [Math.min(...powers), Math.max(...powers)],
      rounds: points.length,
      met: power <= maximumExponent,
    };
  });
}

/** The limit is above 1 to tolerate measurement errors. */
const maximumExponent = 1.15;

/** 0 for constant, 1 for linear and 2 for quadratic growth. */
function computeExponent(from: Point, to: Point): number {
  return Math.log(to.value / from.value) / Math.log(to.at / from.at);
}

function formatNumber(value: number | undefined): string {
  return (value ?? Number.NaN).toLocaleString("en");
}
