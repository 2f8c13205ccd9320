import { runAfterTimeout } from "../../base/polling.ts";

/** Whether the work ends, with or without success, before the time is over. */
export async function endsWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const cancel = runAfterTimeout(milliseconds, () => resolve(false));
  const end = () => resolve(true);
  work.then(end, end);
  const isEnded = await promise;
  cancel();
  return isEnded;
}
