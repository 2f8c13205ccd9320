import type { Disposable } from "./ports.ts";

/** Debounces work on a text that changes while the user types. */
export interface DebouncedWork extends Disposable {
  /** Schedules the work and aborts the run in progress. */
  soon(): void;
}

export interface DebounceOptions {
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** Runs `work` after a delay; returns a function that cancels it. */
  readonly later?: (ms: number, work: () => void) => () => void;
}

/** One frame of a screen with 60 Hz. */
const frameMs = 16;

export function debounceWork({ work, failed, later = afterTimeout }: DebounceOptions): DebouncedWork {
  let callOff = () => {};
  let current = new AbortController();
  const end = () => {
    callOff();
    current.abort();
  };
  return {
    soon: () => {
      end();
      const own = new AbortController();
      current = own;
      callOff = later(frameMs, () => {
        work(own.signal).catch((error: unknown) => own.signal.aborted || failed(error));
      });
    },
    dispose: end,
  };
}

function afterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}
