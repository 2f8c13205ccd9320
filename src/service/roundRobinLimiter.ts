export type RoundRobinLimiter = (key: string, task: () => Promise<void>) => Promise<void>;

/**
 * Runs at most `count` tasks at a time, and only one per key, otherwise in the order of their calls. Ten runs of one server therefore
 * do not block the runs of others.
 */
export function createRoundRobinLimiter(count: number): RoundRobinLimiter {
  const busy = new Set<string>();
  const waiting: { readonly key: string; readonly start: () => void }[] = [];

  const startNext = () => {
    const index = busy.size < count ? waiting.findIndex(({ key }) => !busy.has(key)) : -1;
    const [first] = index < 0 ? [] : waiting.splice(index, 1);
    if (!first) return;
    busy.add(first.key);
    first.start();
    startNext();
  };

  return async (key, task) => {
    await new Promise<void>((start) => {
      waiting.push({ key, start });
      startNext();
    });
    try {
      await task();
    } finally {
      busy.delete(key);
      startNext();
    }
  };
}
