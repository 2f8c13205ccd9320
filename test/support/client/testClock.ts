import type { Clock } from "../../../src/client/clock.ts";

/** A clock that only waits advance, without real time. */
export function createTestClock(start = Date.UTC(2026, 0, 1)): Clock & { readonly waits: number[] } {
  let now = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    wait: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
      now += ms;
    },
  };
}
