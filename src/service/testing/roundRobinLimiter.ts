export type RoundRobinLimiter = (of: string, work: () => Promise<void>) => Promise<void>;

/**
 * Lets at most `count` pieces of work run at a time, one at a time of the same thing, else in the order they came: whoever orders
 * ten runs of one server keeps nobody else waiting for all of them.
 */
export function createRoundRobinLimiter(count: number): RoundRobinLimiter {
  const busy = new Set<string>();
  const waiting: { readonly of: string; readonly begin: () => void }[] = [];

  const next = () => {
    const index = busy.size < count ? waiting.findIndex(({ of }) => !busy.has(of)) : -1;
    const [first] = index < 0 ? [] : waiting.splice(index, 1);
    if (!first) return;
    busy.add(first.of);
    first.begin();
    next();
  };

  return async (of, work) => {
    await new Promise<void>((begin) => {
      waiting.push({ of, begin });
      next();
    });
    try {
      await work();
    } finally {
      busy.delete(of);
      next();
    }
  };
}
