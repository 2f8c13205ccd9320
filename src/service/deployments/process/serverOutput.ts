import { StringDecoder } from "node:string_decoder";

/** Splits a server's output into lines. */
export interface LogLineReader {
  /** Returns the number of lines that ended. */
  write(chunk: Buffer): number;
  /** Passes on the last line if the stream ended without a line break. */
  end(): void;
}

/** The most characters of a stored line. */
export const maximumLineLength = 8192;
/** The reader keeps this many more characters, so that a secret across the cut is masked. No variable is longer. */
const maskingMargin = 32_768;
export const maximumLinesPerSecond = 500;

/** Splits a stream of bytes into lines and drops the end of very long ones. */
export function createLogLineReader(onLine: (line: string, dropped: number) => void): LogLineReader {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let dropped = 0;
  const append = (text: string) => {
    const room = maximumLineLength + maskingMargin - rest.length;
    dropped += Math.max(0, text.length - room);
    rest += text.slice(0, Math.max(0, room));
  };
  const endLine = () => {
    onLine(rest.endsWith("\r") ? rest.slice(0, -1) : rest, dropped);
    rest = "";
    dropped = 0;
  };
  return {
    write: (chunk) => {
      const pieces = decoder.write(chunk).split("\n");
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) endLine();
        append(piece);
      }
      return pieces.length - 1;
    },
    end: () => {
      append(decoder.end());
      if (rest !== "" || dropped > 0) endLine();
    },
  };
}

/** Cuts a line at `maximumLineLength` and appends the number of missing characters, including `dropped`. */
export function shortenLogLine(line: string, dropped: number): string {
  const more = dropped + Math.max(0, line.length - maximumLineLength);
  return more > 0 ? `${line.slice(0, maximumLineLength)} … (${more} more characters)` : line;
}

/** Passes on at most `maximumLinesPerSecond` lines and reports the number of dropped lines. `end` reports it immediately. */
export function createLogRateLimiter(
  clock: () => Date,
  onLine: (line: string) => void,
  onDropped: (dropped: number) => void,
) {
  let windowStart = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const startWindow = () => {
    clearTimeout(timer);
    timer = undefined;
    const dropped = count - maximumLinesPerSecond;
    count = 0;
    windowStart = clock().getTime();
    if (dropped > 0) onDropped(dropped);
  };
  return {
    /** `read` is called if the line is passed on. */
    line: (read: () => string) => {
      if (clock().getTime() - windowStart >= 1000) startWindow();
      count += 1;
      if (count <= maximumLinesPerSecond) return onLine(read());
      timer ??= setTimeout(startWindow, 1000).unref();
    },
    end: startWindow,
  };
}

/** The most bytes of a text that a server chooses, in checks, states and failures. */
const maximumServerTextBytes = 2048;

/**
 * Masks and cuts a text that contains what a server says, before it is stored. It is masked before the cut, because a secret that is
 * cut in half would not be recognized.
 */
export function cleanServerText(text: string, mask: (text: string) => string): string {
  return cutServerText(mask(text.slice(0, maximumServerTextBytes + maskingMargin)));
}

/** Cuts a text at `maximumServerTextBytes`. */
export function cutServerText(text: string): string {
  if (Buffer.byteLength(text) <= maximumServerTextBytes) return text;
  const end = "…";
  const room = new Uint8Array(maximumServerTextBytes - Buffer.byteLength(end));
  return text.slice(0, new TextEncoder().encodeInto(text, room).read) + end;
}

/** The service reads no more lines of a stream in a millisecond, because a line without text costs as much as a long one. */
const linesPerMs = 100;
/** A message of so many bytes costs as much as a line, because it is parsed. */
const bytesPerLine = 40;
const pauseLines = 1000;

/** Pauses a stream after many lines, or many bytes of messages. Otherwise a process that writes line breaks only stops the service. */
export function createOutputPace(
  setPaused: (isPaused: boolean) => void,
): (lines: number, messageBytes?: number) => void {
  let unpaused = 0;
  return (lines, messageBytes = 0) => {
    unpaused += lines + messageBytes / bytesPerLine;
    if (unpaused < pauseLines) return;
    setPaused(true);
    setTimeout(setPaused, unpaused / linesPerMs, false);
    unpaused = 0;
  };
}
