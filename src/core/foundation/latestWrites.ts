/** Writes the latest state: throttled, and never two writes at a time. */
export interface WriteQueue {
  /** Schedules a write of the changed state. */
  wanted(): void;
  /** Queues another write. */
  also(write: () => Promise<void>): void;
  /** Resolves when every scheduled write is done. */
  done(): Promise<void>;
  /** Stops all writes; resolves when the write in progress is done. */
  end(): Promise<void>;
}

export function createWriteQueue(gatherMs: number, write: () => Promise<void>): WriteQueue {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let isOver = false;
  // A failed write needs no message: the data is learned again.
  const inTurn = (one: () => Promise<void>) => {
    last = last.then(() => (isOver ? undefined : one())).catch(() => {});
    return last;
  };
  const now = () => {
    clearTimeout(timer);
    timer = undefined;
    return inTurn(write);
  };
  return {
    wanted: () => {
      if (isOver) return;
      // The timer does not keep the process alive; `done` writes what is pending.
      timer ??= setTimeout(() => void now(), gatherMs).unref();
    },
    also: (one) => void inTurn(one),
    done: () => (timer === undefined ? last : now()),
    end: () => {
      isOver = true;
      clearTimeout(timer);
      return last;
    },
  };
}
