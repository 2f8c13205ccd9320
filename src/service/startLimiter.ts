import { createSemaphore } from "./semaphore.ts";

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
