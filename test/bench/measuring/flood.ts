import { measureMs, median } from "./figure.ts";
import { createCaller, type Load, type LoadRequest } from "./rate.ts";

/** Measures the median time of `calls` calls of `lone` in milliseconds, while `atOnce` callers request `flooded` without a pause. */
export async function callBesideFlood(
  lone: LoadRequest,
  flooded: LoadRequest,
  { calls, atOnce }: Load,
): Promise<number> {
  const caller = createCaller(lone);
  const crowd = createCaller(flooded);
  let answered = 0;
  let isOver = false;
  const one = async () => {
    while (!isOver) {
      await crowd.call();
      answered += 1;
    }
  };
  const flood = Promise.all(Array.from({ length: atOnce }, one));
  while (answered < atOnce) await caller.call();
  const times: number[] = [];
  while (times.length < calls) times.push(await measureMs(() => caller.call()));
  isOver = true;
  await flood;
  caller.close();
  crowd.close();
  return median(times);
}
