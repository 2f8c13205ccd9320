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

/**
 * Starts at most `count` tasks at a time, in the order of their calls. One that still runs after `slotMs` holds up no other. A timer runs
 * only while a task waits, because one for each task would cost as much as a small task.
 */
export function createStartLimiter(count: number, slotMs: number): <T>(task: () => Promise<T>) => Promise<T> {
  interface Slot {
    readonly endsAt: number;
  }
  /** In the order of their ends. */
  const slots = new Set<Slot>();
  const waiting: ((slot: Slot) => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const takeSlot = (): Slot | undefined => {
    const now = performance.now();
    if (slots.size >= count) for (const slot of slots) if (slot.endsAt <= now) slots.delete(slot);
    if (slots.size >= count) return undefined;
    const slot = { endsAt: now + slotMs };
    slots.add(slot);
    return slot;
  };
  const startWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
    for (let slot = waiting[0] && takeSlot(); slot; slot = waiting[0] && takeSlot()) waiting.shift()?.(slot);
    const [first] = slots;
    if (waiting.length > 0 && first) timer = setTimeout(startWaiting, Math.max(1, first.endsAt - performance.now()));
  };
  return async (task) => {
    const free = waiting.length === 0 ? takeSlot() : undefined;
    const slot =
      free ??
      (await new Promise<Slot>((resolve) => {
        waiting.push(resolve);
        if (!timer) startWaiting();
      }));
    try {
      return await task();
    } finally {
      if (slots.delete(slot) && waiting.length > 0) startWaiting();
    }
  };
}
