/** Compares Fairlead with a floor or a peer that is measured in the same run. */
export interface Figure {
  readonly id: string;
  readonly goal: string;
  /** The floor or peer: `bare undici.request`. */
  readonly beside: string;
  readonly unit: string;
  /** Medians of all rounds. */
  readonly floor: number;
  readonly ours: number;
  /** Fairlead's value divided by the floor's: the median of the rounds' ratios. */
  readonly ratio: number;
  /** The least and the greatest ratio. */
  readonly spread: readonly [number, number];
  readonly rounds: number;
  readonly met: boolean;
}

export interface Bench {
  readonly ids: readonly string[];
  readonly run: () => Promise<readonly Figure[]>;
}

/** The values of Fairlead and the floor in one round. */
export interface Round {
  readonly floor: number;
  readonly ours: number;
}

type Claim = Pick<Figure, "id" | "goal" | "beside" | "unit">;
/** The limit of the ratio. */
type Limit = { readonly atMost: number } | { readonly atLeast: number };

export function compareWithFloor(claim: Claim & { readonly limit: Limit }, rounds: readonly Round[]): Figure {
  const { limit, ...described } = claim;
  const ratios = rounds.map(({ ours, floor }) => ours / floor);
  const ratio = median(ratios);
  return {
    ...described,
    floor: median(rounds.map((round) => round.floor)),
    ours: median(rounds.map((round) => round.ours)),
    ratio,
    spread: [Math.min(...ratios), Math.max(...ratios)],
    rounds: rounds.length,
    met: "atMost" in limit ? ratio <= limit.atMost : ratio >= limit.atLeast,
  };
}

/** Compares every round with a fixed limit instead of a measured floor. */
export function compareWithLimit(claim: Omit<Claim, "beside">, most: number, values: readonly number[]): Figure {
  const rounds = values.map((ours) => ({ ours, floor: most }));
  const figure = compareWithFloor({ ...claim, beside: "the limit", limit: { atMost: 1 } }, rounds);
  const met = values.every((value) => value <= most);
  if (most > 0) return { ...figure, met };
  // A limit of 0 yields no ratio.
  return { ...figure, ratio: figure.ours, spread: [Math.min(...values), Math.max(...values)], met };
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Returns a quantile, such as 0.95. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? Number.NaN;
}

/** Measures the duration of some work in milliseconds. */
export async function measureMs(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Runs each function once as a warm-up, then in pairs that alternate the order. */
export async function runInTurn(
  count: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<readonly Round[]> {
  await floor();
  await ours();
  const rounds: Round[] = [];
  for (let round = 0; round < count; round += 1) {
    if (round % 2 === 0) rounds.push({ floor: await floor(), ours: await ours() });
    else rounds.push(reversed({ ours: await ours(), floor: await floor() }));
  }
  return rounds;
}

const reversed = ({ ours, floor }: Round): Round => ({ floor, ours });
