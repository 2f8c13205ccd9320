import { type CodePosition, findSourceLocations } from "../position/sourceLocations.ts";

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

/** `Error: text`, `TypeError [ERR_CODE]: text`, `Uncaught RangeError: text`, `pkg.CustomError`; the parts are the class and the text. */
const errorHeading = /^(?:Uncaught )?((?:[\w$]+\.)*(?:[A-Z][\w$]*)?(?:Error|Exception))(?: \[\w+\])?(?:: ?(.*)| *\{?)$/;
/** The heading that Node prints for a rejected promise whose reason is no error. */
const rejectionHeading = /^\[?UnhandledPromiseRejection\b[^:]*: *(.*)/;

/** The message of a line that names an error; undefined for another line. The message of a plain `Error` omits the class. */
export function readErrorHeading(line: string): string | undefined {
  const [, name, text = ""] = errorHeading.exec(line) ?? rejectionHeading.exec(line)?.toSpliced(1, 0, "Error") ?? [];
  if (name === undefined) return undefined;
  const message = text.replace(/ \{$/, "").trim();
  if (message === "") return name;
  return name === "Error" ? message : `${name}: ${message}`;
}

/** The position that Node prints above an uncaught error: `file:///code/server.mjs:12`. */
export function isErrorPosition(line: string): boolean {
  return /^(?:file:\/\/|node:|\/|[A-Za-z]:[\\/])\S.*:\d+$/.test(line);
}
