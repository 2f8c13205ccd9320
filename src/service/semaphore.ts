/** Runs at most `count` tasks at a time, in the order of their calls. */
export function createSemaphore(count: number): <T>(task: () => Promise<T>) => Promise<T> {
  let free = count;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** Starts at most `count` tasks at a time, in the order of their calls. One that still runs after `slotMs` holds up no other. */
export function createStartLimiter(count: number, slotMs: number): <T>(task: () => Promise<T>) => Promise<T> {
  const limit = createSemaphore(count);
  return async (task) => {
    const { done } = await limit(async () => {
      const started = task();
      const slot = Promise.withResolvers<void>();
      const timer = setTimeout(slot.resolve, slotMs);
      // A failure is the caller's.
      const settled = started.then(
        () => {},
        () => {},
      );
      await Promise.race([settled, slot.promise]);
      clearTimeout(timer);
      return { done: started };
    });
    return await done;
  };
}
