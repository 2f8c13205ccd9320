import type { Clock } from "./clock.ts";

/**
 * What is left of a time. Asked again and again it only shrinks: a clock that is set back gives nothing back, and a time that the
 * machine slept through has passed.
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
