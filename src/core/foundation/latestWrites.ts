/** Writes what is newest: however often that is wanted, once in a while and never two at a time. */
export interface WriteQueue {
  /** Something changed. */
  wanted(): void;
  /** Something else is to be written, in its turn. */
  also(write: () => Promise<void>): void;
  /** Resolves when all that was wanted is written. */
  done(): Promise<void>;
  /** Nothing is written any more; resolves when a write under way has ended. */
  end(): Promise<void>;
}

export function createWriteQueue(gatherMs: number, write: () => Promise<void>): WriteQueue {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let isOver = false;
  // What could not be kept is learned again: nobody waits for it, and nobody can do anything about it.
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
      // It does not keep a process alive: who ends it asks for what is left.
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
