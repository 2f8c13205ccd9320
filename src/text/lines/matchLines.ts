/** The largest number of differences that are searched for; texts with more count as different as a whole. */
const maxDifferences = 3000;

/** For each line of `before` the index of the equal line of `after`, or -1: a longest common subsequence (Myers). */
export function matchLines(before: readonly string[], after: readonly string[]): Int32Array {
  const matches = new Int32Array(before.length).fill(-1);
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) {
    matches[start] = start;
    start += 1;
  }
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
    matches[endBefore] = endAfter;
  }
  const inner = findPairs(before.slice(start, endBefore), after.slice(start, endAfter));
  for (const [line, other] of inner) matches[start + line] = start + other;
  return matches;
}

type Pair = readonly [before: number, after: number];

/** Equal lines of two texts without common beginning and end. */
function findPairs(before: readonly string[], after: readonly string[]): Pair[] {
  const frontiers: Int32Array[] = [];
  const most = Math.min(before.length + after.length, maxDifferences);
  // The furthest line of `before` on each diagonal, which is the difference of both indexes.
  let furthest = new Int32Array(3);
  for (let differences = 0; differences <= most; differences += 1) {
    frontiers.push(furthest);
    const next = new Int32Array(2 * differences + 5);
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let line = advance(furthest, differences, diagonal);
      while (line < before.length && line - diagonal < after.length && before[line] === after[line - diagonal]) {
        line += 1;
      }
      next[diagonal + differences + 2] = line;
      if (line >= before.length && line - diagonal >= after.length)
        return walkBack(frontiers, before.length, after.length);
    }
    furthest = next;
  }
  return [];
}

/** A frontier of n differences has the diagonals from -n to n, with one empty place more at each end. */
function readFrontier(frontier: Int32Array, differences: number, diagonal: number): number {
  return frontier[diagonal + differences + 1] ?? 0;
}

/** Whether the best way to a diagonal inserts a line of `after`, rather than removes one of `before`. */
function isInsertion(frontier: Int32Array, differences: number, diagonal: number): boolean {
  if (diagonal === -differences) return true;
  if (diagonal === differences) return false;
  return readFrontier(frontier, differences, diagonal - 1) < readFrontier(frontier, differences, diagonal + 1);
}

function advance(frontier: Int32Array, differences: number, diagonal: number): number {
  if (differences === 0) return 0;
  return isInsertion(frontier, differences, diagonal)
    ? readFrontier(frontier, differences, diagonal + 1)
    : readFrontier(frontier, differences, diagonal - 1) + 1;
}

/** Collects the equal lines on the way from the end to the beginning. */
function walkBack(frontiers: readonly Int32Array[], endBefore: number, endAfter: number): Pair[] {
  const pairs: Pair[] = [];
  let [line, other] = [endBefore, endAfter];
  for (let differences = frontiers.length - 1; differences >= 0; differences -= 1) {
    const frontier = frontiers[differences] ?? new Int32Array(0);
    const diagonal = line - other;
    const from = advance(frontier, differences, diagonal);
    while (line > from) {
      line -= 1;
      other -= 1;
      pairs.push([line, other]);
    }
    if (differences === 0) break;
    if (isInsertion(frontier, differences, diagonal)) other -= 1;
    else line -= 1;
  }
  return pairs;
}
