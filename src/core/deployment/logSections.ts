/** A foldable part of a log: lines counting from 0, the heading among them. */
export interface LogSection {
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** What the first line of a part begins with. */
export const sectionHeading = "== ";

export function findLogSections(lineCount: number, lineAt: (line: number) => string): LogSection[] {
  const starts: number[] = [];
  for (let line = 0; line < lineCount; line += 1) if (lineAt(line).startsWith(sectionHeading)) starts.push(line);
  return starts.map((start, index) => {
    const end = (starts[index + 1] ?? lineCount) - 1;
    return {
      title: lineAt(start).slice(sectionHeading.length),
      start,
      end: lineAt(end) === "" && end > start ? end - 1 : end,
    };
  });
}
