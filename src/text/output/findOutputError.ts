import { type CodePosition, findSourceLocations } from "../position/sourceLocations.ts";
import { isErrorPosition, readErrorHeading } from "./errorHeading.ts";

export interface OutputError {
  /** The message, without `Error:` in front of it. */
  readonly message: string;
  /** Where the error was thrown, the innermost call first, without the files of Node and of packages. */
  readonly positions: readonly CodePosition[];
}

/** Finds the last error in the output of a program: its message, and where it was thrown. */
export function findOutputError(lines: readonly string[]): OutputError | undefined {
  const index = lines.findLastIndex((line) => readErrorHeading(line) !== undefined);
  const message = readErrorHeading(lines[index] ?? "");
  if (message === undefined) return undefined;
  const above = lines.slice(Math.max(0, index - 4), index).findLast(isErrorPosition);
  const stack = takeStack(lines.slice(index + 1));
  return { message, positions: [above ?? "", ...stack].flatMap(readPositions) };
}

/** The lines of a stack follow the message, which may have several lines. */
function takeStack(lines: readonly string[]): readonly string[] {
  const isFrame = (line: string) => /^\s+at /.test(line);
  const start = lines.findIndex(isFrame);
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && !isFrame(line));
  return lines.slice(start, end < 0 ? undefined : end);
}

function readPositions(line: string): readonly CodePosition[] {
  return findSourceLocations(line)
    .filter(({ path }) => !path.includes("/node_modules/"))
    .map(({ path, line, column }) => ({ path, line, column }));
}
