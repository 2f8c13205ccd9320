/** A foldable section of a log: zero-based lines, heading included. */
interface LogSection {
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

/** The prefix of a section's heading. In a file of its own: the bundle that VS Code loads at start folds logs, and must not load schemas. */
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
