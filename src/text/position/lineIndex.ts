/** Lines and columns count from 1; the end is exclusive. */
export interface TextRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A part of a text by offsets; the end is exclusive. */
export type TextSpan = readonly [start: number, end: number];

/** Converts between offsets and lines and columns, which count from 1. */
export interface LineIndex {
  line(offset: number): number;
  range(span: TextSpan): TextRange;
  offset(line: number, column: number): number;
  /** Extends a span to whole lines, including the last line break. */
  wholeLines(span: TextSpan): TextSpan;
}

export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (const { index, 0: mark } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + mark.length);
  const getLineStart = (line: number) => starts[Math.min(line, starts.length) - 1] ?? 0;
  const getLineEnd = (line: number) => starts[line] ?? text.length;
  const line = (offset: number) => findLine(starts, Math.min(offset, text.length));
  return {
    line,
    range: ([start, end]) => {
      const [first, last] = [line(start), line(end)];
      return {
        line: first,
        column: start - getLineStart(first) + 1,
        endLine: last,
        endColumn: end - getLineStart(last) + 1,
      };
    },
    offset: (lineNumber, column) =>
      Math.min(getLineStart(lineNumber) + column - 1, getLineEnd(lineNumber), text.length),
    wholeLines: ([start, end]) => [getLineStart(line(start)), getLineEnd(line(Math.max(start, end - 1)))],
  };
}

/** Finds the last line that starts at or before the offset, counting from 1. */
function findLine(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
