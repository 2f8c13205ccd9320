import { type ChangeObject, diffArrays } from "diff";

/** The search for so many differences takes half a second. Texts with more are equal at their start and end only. */
const maxDifferences = 2000;

/** Three versions of a text: two that were changed independently, and the one that both started from. */
export interface MergeSides {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

/** The names of the versions in conflict markers. */
export type MergeLabels = MergeSides;

export interface MergedText {
  /** Conflicts stand in it with markers, the base included, as Git writes them in the style `diff3`. */
  readonly text: string;
  readonly conflicts: number;
}

interface MergeRegion {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/**
 * Merges by lines: a region that one side changed has its change, one that both changed differently is a conflict. Without labels, their
 * change wins a conflict.
 */
export function mergeLines(sides: MergeSides, labels?: MergeLabels): MergedText {
  const merged: (readonly string[])[] = [];
  let conflicts = 0;
  for (const region of listRegions(splitLines(sides.base), splitLines(sides.mine), splitLines(sides.theirs))) {
    const lines = mergeRegion(region);
    if (!lines) conflicts += 1;
    merged.push(lines ?? (labels ? formatConflict(region, labels) : region.theirs));
  }
  return { text: merged.flat().join(""), conflicts };
}

/** Lines with their ends, so that a missing last line break counts as a difference. */
const splitLines = (text: string) => (text === "" ? [] : text.split(/(?<=\n)/));

/** Regions in order. Between two of them is a line that all sides have; it is a region of its own. */
function* listRegions(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): Generator<MergeRegion> {
  const [inMine, inTheirs] = [matchLines(base, mine), matchLines(base, theirs)];
  let [fromBase, fromMine, fromTheirs] = [0, 0, 0];
  for (const [line, text] of base.entries()) {
    const [mineLine = -1, theirsLine = -1] = [inMine[line], inTheirs[line]];
    if (mineLine < 0 || theirsLine < 0) continue;
    yield {
      base: base.slice(fromBase, line),
      mine: mine.slice(fromMine, mineLine),
      theirs: theirs.slice(fromTheirs, theirsLine),
    };
    yield { base: [text], mine: [text], theirs: [text] };
    [fromBase, fromMine, fromTheirs] = [line + 1, mineLine + 1, theirsLine + 1];
  }
  yield { base: base.slice(fromBase), mine: mine.slice(fromMine), theirs: theirs.slice(fromTheirs) };
}

type LineChange = Pick<ChangeObject<unknown>, "count"> & Partial<ChangeObject<unknown>>;

/** For each line of `before` the index of the equal line of `after`, or -1. */
function matchLines(before: readonly string[], after: readonly string[]): readonly number[] {
  const start = countEqualLines(before, after);
  const end = countEqualLines(before.slice(start).toReversed(), after.slice(start).toReversed());
  const [from, to] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const changes: readonly LineChange[] = [
    { count: start },
    ...(diffArrays(from, to, { maxEditLength: maxDifferences }) ?? [
      { count: from.length, removed: true },
      { count: to.length, added: true },
    ]),
    { count: end },
  ];
  let other = 0;
  return changes.flatMap(({ count, added, removed }) => {
    const matches = added ? [] : Array.from({ length: count }, (_, at) => (removed ? -1 : other + at));
    if (!removed) other += count;
    return matches;
  });
}

/** How many lines are equal at the start of two texts. */
function countEqualLines(some: readonly string[], others: readonly string[]): number {
  const different = some.findIndex((line, index) => line !== others[index]);
  return different < 0 ? some.length : different;
}

/** undefined: both sides changed it differently. */
function mergeRegion({ base, mine, theirs }: MergeRegion): readonly string[] | undefined {
  if (isSame(mine, base) || isSame(mine, theirs)) return theirs;
  return isSame(theirs, base) ? mine : undefined;
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((line, index) => line === others[index]);

function formatConflict({ base, mine, theirs }: MergeRegion, labels: MergeLabels): readonly string[] {
  return [
    `<<<<<<< ${labels.mine}\n`,
    ...endLine(mine),
    `||||||| ${labels.base}\n`,
    ...endLine(base),
    "=======\n",
    ...endLine(theirs),
    `>>>>>>> ${labels.theirs}\n`,
  ];
}

/** A marker needs a line of its own. */
function endLine(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1);
  return last === undefined || last.endsWith("\n") ? lines : [...lines.slice(0, -1), `${last}\n`];
}

/** The zero-based lines at which conflicts begin, of a text that has all their markers. */
export function findConflictMarkers(text: string): readonly number[] {
  const found: number[] = [];
  let start: number | undefined;
  let isDivided = false;
  for (const [number, line] of text.split("\n").entries()) {
    if (line.startsWith("<<<<<<< ")) [start, isDivided] = [number, false];
    else if (start !== undefined && /^=======\r?$/.test(line)) isDivided = true;
    else if (start !== undefined && isDivided && line.startsWith(">>>>>>> ")) {
      found.push(start);
      start = undefined;
    }
  }
  return found;
}
