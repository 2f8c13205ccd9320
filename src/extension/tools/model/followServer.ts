import { createPoller } from "../../base/poller.ts";
import type { Polling } from "../../base/polling.ts";
import type { Disposable } from "../../base/ports.ts";

interface FollowOptions {
  readonly polling: Polling;
  readonly signal: AbortSignal;
  /** A failure is tried again: the server may be there again. */
  readonly onFailure?: (error: unknown) => void;
}

/** After a stream has ended; later where it ends again, as the poller has it. */
const firstMs = 2000;

/** Listens to a server until aborted, also after the stream or the server has ended: then at once when `onDidChange` fires. */
export function keepListening(
  listen: (signal: AbortSignal) => Promise<void>,
  onDidChange: (listener: () => void) => Disposable,
  { polling, signal, onFailure = () => {} }: FollowOptions,
): void {
  const poller = createPoller({
    everyMs: () => firstMs,
    longestMs: polling.restMs,
    runLater: polling.runLater,
    work: async (stop) => {
      try {
        await listen(stop);
        return "unchanged";
      } catch (error) {
        if (!stop.aborted) onFailure(error);
        throw error;
      }
    },
  });
  if (signal.aborted) return;
  const retries = onDidChange(poller.soon);
  const stop = () => {
    retries.dispose();
    poller.stop();
  };
  signal.addEventListener("abort", stop, { once: true });
  poller.start();
}

/**
 * Returns what reports a change, after which `read` reads again: at once, but one reading at a time, with a pause and a turn in the budget
 * after each, because a server may report as many changes as it likes.
 */
export function createRereading(
  read: (signal: AbortSignal) => Promise<void>,
  { polling, signal, onFailure = () => {} }: FollowOptions,
): () => void {
  let isWanted = false;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (isWanted && !signal.aborted) {
      isWanted = false;
      await read(signal).catch((error: unknown) => signal.aborted || onFailure(error));
      await polling.wait(pauseMs, 1, signal).catch(() => {});
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}

const pauseMs = 1000;
