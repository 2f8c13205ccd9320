import { setTimeout } from "node:timers/promises";
import { testDeadline } from "./testDeadline.ts";

/** Reads again until the value meets the condition, and says which it had instead when it gives up. */
export async function pollUntil<T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
  const deadline = testDeadline();
  for (;;) {
    const value = await read();
    if (isReached(value)) return value;
    if (deadline.aborted)
      throw new Error(`The condition was not reached. Last read: ${JSON.stringify(value, null, 2)}`);
    await setTimeout(10);
  }
}
