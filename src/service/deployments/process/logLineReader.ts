import { StringDecoder } from "node:string_decoder";

/** What a server writes, line by line. */
export interface LogLineReader {
  write(chunk: Buffer): void;
  /** The last piece, when the stream has ended without a line break. */
  end(): void;
}

/** Characters of a line that are kept. */
export const maximumLineLength = 8192;
/** Read beyond that, so that a secret which begins before the cut is known as one: no variable is longer. */
const readBeyond = 32_768;
export const maximumLinesPerSecond = 500;

/** Cuts a stream of bytes into lines; of one that is far longer than is kept, the rest is dropped. */
export function createLogLineReader(onLine: (line: string, dropped: number) => void): LogLineReader {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let dropped = 0;
  const take = (text: string) => {
    const room = maximumLineLength + readBeyond - rest.length;
    dropped += Math.max(0, text.length - room);
    rest += text.slice(0, Math.max(0, room));
  };
  const finish = () => {
    onLine(rest.endsWith("\r") ? rest.slice(0, -1) : rest, dropped);
    rest = "";
    dropped = 0;
  };
  return {
    write: (chunk) => {
      const pieces = decoder.write(chunk).split("\n");
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) finish();
        take(piece);
      }
    },
    end: () => {
      take(decoder.end());
      if (rest !== "" || dropped > 0) finish();
    },
  };
}

/** A line as it is kept: what is beyond `longestLine` is counted only, with what was dropped before. */
export function shortenLogLine(line: string, dropped: number): string {
  const more = dropped + Math.max(0, line.length - maximumLineLength);
  return more > 0 ? `${line.slice(0, maximumLineLength)} … (${more} more characters)` : line;
}

/** Lets `mostLinesPerSecond` through and says how many it held back; `end` says so at once. */
export function createLogRateLimiter(clock: () => Date, pass: (line: string) => void, note: (dropped: number) => void) {
  let windowStart = 0;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    const dropped = count - maximumLinesPerSecond;
    count = 0;
    windowStart = clock().getTime();
    if (dropped > 0) note(dropped);
  };
  return {
    line: (line: string) => {
      if (clock().getTime() - windowStart >= 1000) settle();
      count += 1;
      if (count <= maximumLinesPerSecond) return pass(line);
      timer ??= setTimeout(settle, 1000).unref();
    },
    end: settle,
  };
}
