import { type RunLater, runAfterTimeout } from "./polling.ts";
import type { Disposable } from "./ports.ts";

/** Debounces work on a text that changes while the user types. */
export interface DebouncedWork extends Disposable {
  /** Schedules the work and aborts the run in progress. */
  schedule(): void;
}

export interface DebounceOptions {
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly failed: (error: unknown) => void;
  readonly runLater?: RunLater;
}

/** One frame of a screen with 60 Hz. */
const frameMs = 16;

export function debounceWork({ work, failed, runLater = runAfterTimeout }: DebounceOptions): DebouncedWork {
  let cancel = () => {};
  let current = new AbortController();
  const end = () => {
    cancel();
    current.abort();
  };
  return {
    schedule: () => {
      end();
      const controller = new AbortController();
      current = controller;
      cancel = runLater(frameMs, () => {
        work(controller.signal).catch((error: unknown) => controller.signal.aborted || failed(error));
      });
    },
    dispose: end,
  };
}
