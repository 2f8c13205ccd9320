import { expect, test } from "vitest";
import { createRoundRobinLimiter } from "../../../src/service/roundRobinLimiter.ts";

/** Runs tasks that last until the test ends them. */
function createFixture(count: number) {
  const limiter = createRoundRobinLimiter(count);
  const running: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const order = (of: string, name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return limiter(of, async () => {
      running.push(name);
      await end.promise.finally(() => running.splice(running.indexOf(name), 1));
    });
  };
  const end = async (name: string, outcome: "resolve" | "reject" = "resolve") => {
    ends.get(name)?.[outcome]();
    await new Promise<void>((next) => setImmediate(next));
  };
  return { order, end, running };
}

test("tasks with the same key run one at a time, and tasks with other keys do not wait for them", async () => {
  const { order, end, running } = createFixture(2);
  const all = [order("a", "a1"), order("a", "a2"), order("a", "a3"), order("b", "b1"), order("c", "c1")];
  await end("none");
  expect(running).toEqual(["a1", "b1"]);
  await end("b1");
  expect(running).toEqual(["a1", "c1"]);
  await end("a1");
  expect(running).toEqual(["c1", "a2"]);
  for (const name of ["c1", "a2", "a3"]) await end(name);
  await Promise.all(all);
  expect(running).toEqual([]);
});

test("a task that fails frees its slot", async () => {
  const { order, end, running } = createFixture(1);
  const failing = order("a", "a1").catch(() => "failed");
  const next = order("a", "a2");
  await end("none");
  await end("a1", "reject");
  expect([await failing, running]).toEqual(["failed", ["a2"]]);
  await end("a2");
  await next;
});
