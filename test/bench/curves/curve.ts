import type { Figure } from "../measuring/figure.ts";

/** How something grows with something else. */
export interface Curve {
  /** Of its picture. */
  readonly name: string;
  readonly title: string;
  /** What the points are at: `servers`. */
  readonly along: string;
  readonly series: readonly Series[];
}

export interface Series {
  readonly what: string;
  readonly unit: string;
  /** In the order of what they are at. */
  readonly points: readonly Point[];
}

export interface Point {
  readonly at: number;
  readonly value: number;
}

/** At worst linear where it is greatest: the growth from the last point but one to the last, as a power of what they are at. */
export function figuresOf({ title, along, series }: Curve): readonly Figure[] {
  return series.map(({ what, unit, points }) => {
    const powers = points.slice(1).map((point, index) => powerOf(points[index] ?? point, point));
    const [first, last] = [points[0], points.at(-1)];
    const power = powers.at(-1) ?? Number.NaN;
    return {
      id: "curves",
      goal: `${title}, ${what}: at worst linear from ${words(first?.at)} to ${words(last?.at)} ${along}`,
      ...{ beside: "linear growth, as a power", unit: `${unit} at the end` },
      ...{ floor: 1, ours: last?.value ?? Number.NaN, ratio: power },
      spread: [Math.min(...powers), Math.max(...powers)],
      rounds: points.length,
      met: power <= mostPower,
    };
  });
}

/** What is measured is not exact. */
const mostPower = 1.15;

/** 0: stays as it is; 1: grows as what it is at does; 2: with its square. */
function powerOf(from: Point, to: Point): number {
  return Math.log(to.value / from.value) / Math.log(to.at / from.at);
}

function words(value: number | undefined): string {
  return (value ?? Number.NaN).toLocaleString("en");
}
