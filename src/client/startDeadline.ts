import type { Clock } from "./clock.ts";

/**
 * Returns the time left. It never grows: setting the clock back gains no time, and the time that the machine sleeps counts.
 */
export function startDeadline({ now }: Clock, ms: number): () => number {
  let left = ms;
  let [clockAt, machineAt] = [now(), performance.now()];
  return () => {
    const [clock, machine] = [now(), performance.now()];
    left -= Math.max(0, clock - clockAt, machine - machineAt);
    [clockAt, machineAt] = [clock, machine];
    return left;
  };
}
