import { setTimeout as pause } from "node:timers/promises";

/** The condition was not met in time; the message has the last value. */
export class ConditionTimeoutError extends Error {
  override readonly name = "NeverCameError";
}

/** Reads a value until it is accepted, and returns it. */
export async function waitUntil<T>(
  description: string,
  read: () => Promise<T>,
  isAccepted: (seen: T) => boolean,
  patienceMs = 30_000,
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
