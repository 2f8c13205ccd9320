import type { Disposable } from "./ports.ts";

/** Work on something that changes as it is typed: done once it has rested for a frame. */
export interface DebouncedWork extends Disposable {
  /** It has changed: what is under way is aborted. */
  soon(): void;
}

export interface DebounceOptions {
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** Runs `work` later; the answer calls it off. */
  readonly later?: (ms: number, work: () => void) => () => void;
}

/** Of a screen that shows sixty a second. */
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
