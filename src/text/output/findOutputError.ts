import { isErrorPosition, readErrorHeading } from "./errorHeading.ts";

/** A position in a file of the program. Line and column count from one. */
export interface CodePosition {
  /** As the output has it, without `file://`. */
  readonly path: string;
  readonly line: number;
  readonly column: number | undefined;
}

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
  return { message, positions: [above ?? "", ...stack].flatMap((line) => readPosition(line) ?? []) };
}

/** The lines of a stack follow the message, which may have several lines. */
function takeStack(lines: readonly string[]): readonly string[] {
  const isFrame = (line: string) => /^\s+at /.test(line);
  const start = lines.findIndex(isFrame);
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && !isFrame(line));
  return lines.slice(start, end < 0 ? undefined : end);
}

const position = /(?:^|[\s(])((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]*?):(\d+)(?::(\d+))?\)?$/;

function readPosition(line: string): CodePosition | undefined {
  const [, location, lineNumber, column] = position.exec(line) ?? [];
  const path = location && readPath(location);
  if (!path || /[\\/]node_modules[\\/]/.test(path)) return undefined;
  return { path, line: Number(lineNumber), column: column === undefined ? undefined : Number(column) };
}

function readPath(location: string): string | undefined {
  if (!location.startsWith("file:")) return location;
  try {
    return decodeURIComponent(URL.parse(location)?.pathname ?? "");
  } catch {
    return undefined;
  }
}
