/** Writes the latest state: throttled, and never two writes at a time. */
export interface WriteQueue {
  /** Schedules a write of the changed state. */
  schedule(): void;
  /** Queues another write. */
  enqueue(write: () => Promise<void>): void;
  /** Resolves when every scheduled write is done. */
  flush(): Promise<void>;
  /** Stops all writes; resolves when the write in progress is done. */
  close(): Promise<void>;
}

export function createWriteQueue(delayMs: number, write: () => Promise<void>): WriteQueue {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;
  // A failed write needs no message: the data is learned again.
  const runNext = (task: () => Promise<void>) => {
    last = last.then(() => (isClosed ? undefined : task())).catch(() => {});
    return last;
  };
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    return runNext(write);
  };
  return {
    schedule: () => {
      if (isClosed) return;
      // The timer does not keep the process alive; `done` writes what is pending.
      timer ??= setTimeout(() => void now(), delayMs).unref();
    },
    enqueue: (task) => void runNext(task),
    flush: () => (timer === undefined ? last : now()),
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      return last;
    },
  };
}
