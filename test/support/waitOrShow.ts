import { testDeadline } from "./testDeadline.ts";

/** Waits for a value, and rejects with what there is instead when it gives up. */
export function waitOrShow<T>(value: Promise<T>, show: () => unknown): Promise<T> {
  const deadline = testDeadline();
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new Error(`It did not come. Instead: ${JSON.stringify(show(), null, 2)}`));
  deadline.addEventListener("abort", giveUp);
  return Promise.race([value, late.promise]).finally(() => deadline.removeEventListener("abort", giveUp));
}
