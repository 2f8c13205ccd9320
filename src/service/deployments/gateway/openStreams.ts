import { setTimeout as delay } from "node:timers/promises";

/** A response that has begun and not ended. */
export interface OpenStream {
  /** Whether the caller may still receive it. */
  isAllowed(): Promise<boolean>;
  end(): void;
}

/** Adds a stream. The returned function removes it after its end. */
export type WatchStream = (stream: OpenStream) => () => void;

/**
 * Ends streams that are no longer allowed: a key can be deleted, a token can expire and a server can be replaced while a stream is
 * open. They are checked at an interval, because a server may send nothing for hours.
 */
export function createStreamWatch(intervalMs = 1000): WatchStream {
  const open = new Set<OpenStream>();
  let isRunning = false;
  const check = async (stream: OpenStream) => {
    // A state that cannot be read allows nothing.
    if (!(await stream.isAllowed().catch(() => false))) stream.end();
  };
  const run = async () => {
    isRunning = true;
    while (open.size > 0) {
      await delay(intervalMs, undefined, { ref: false });
      await Promise.all(Array.from(open, check));
    }
    isRunning = false;
  };
  return (stream) => {
    open.add(stream);
    if (!isRunning) void run();
    return () => void open.delete(stream);
  };
}
