import { setTimeout as pause } from "node:timers/promises";

/** A wait is for a state that comes on any machine in this time; a busy one takes most of it. */
export const defaultWaitMs = 120_000;

/** The condition was not met in time; the message has the last value. */
export class ConditionTimeoutError extends Error {
  override readonly name = "NeverCameError";
}

/** Reads a value until it is accepted, and returns it. */
export async function waitUntil<T>(
  description: string,
  read: () => Promise<T>,
  isAccepted: (seen: T) => boolean,
  patienceMs = defaultWaitMs,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const seen = await read();
    if (isAccepted(seen)) return seen;
    if (Date.now() > deadline)
      throw new ConditionTimeoutError(`${description} never came. Last seen:\n${String(seen)}`);
    await pause(100);
  }
}
