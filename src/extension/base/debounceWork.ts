import type { Disposable } from "./ports.ts";

/** Debounces work on a text that changes while the user types. */
export interface DebouncedWork extends Disposable {
  /** Schedules the work and aborts the run in progress. */
  schedule(): void;
}

export interface DebounceOptions {
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** Runs `work` after a delay; returns a function that cancels it. */
  readonly runLater?: (ms: number, work: () => void) => () => void;
}

/** One frame of a screen with 60 Hz. */
const frameMs = 16;

export function debounceWork({ work, failed, runLater = afterTimeout }: DebounceOptions): DebouncedWork {
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

function afterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
