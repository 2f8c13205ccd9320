/** Lines and columns count from 1; the end is exclusive. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A part of a text, by offsets; the end is exclusive. */
export type TextSpan = readonly [start: number, end: number];

/** Between offsets of a text and its lines and columns, which count from 1. */
export interface LineIndex {
  line(offset: number): number;
  range(span: TextSpan): TextRange;
  offset(line: number, column: number): number;
  /** Whole lines, with the line break of the last one. */
  wholeLines(span: TextSpan): TextSpan;
}

export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (const { index, 0: mark } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + mark.length);
  const startOf = (line: number) => starts[Math.min(line, starts.length) - 1] ?? 0;
  const endOf = (line: number) => starts[line] ?? text.length;
  const line = (offset: number) => lineAt(starts, Math.min(offset, text.length));
  return {
    line,
    range: ([start, end]) => {
      const [first, last] = [line(start), line(end)];
      return { line: first, column: start - startOf(first) + 1, endLine: last, endColumn: end - startOf(last) + 1 };
    },
    offset: (at, column) => Math.min(startOf(at) + column - 1, endOf(at), text.length),
    wholeLines: ([start, end]) => [startOf(line(start)), endOf(line(Math.max(start, end - 1)))],
  };
}

/** The last line that starts at or before the offset, counted from 1. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
