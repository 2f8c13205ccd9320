import { expect, test, vi } from "vitest";
import { createServerConcurrencyLimiter } from "../../../../../src/service/deployments/gateway/serverConcurrencyLimiter.ts";

/** Starts `count` requests of a server. Returns the running ones in order, each as the function that ends it. */
function startRequests(enter: ReturnType<typeof createServerConcurrencyLimiter>, serverId: string, count: number) {
  const running: (() => void)[] = [];
  const stay = () => new Promise<void>((end) => running.push(end));
  for (let index = 0; index < count; index += 1) void enter(serverId, stay);
  return running;
}

const stay = () => new Promise<void>(() => {});

/** Lets every request start that may start. */
const settled = () => vi.advanceTimersByTimeAsync(0);

test("eight requests of a server start at a time, and the next starts when one ends", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  const running = startRequests(enter, "flooded", 20);
  await settled();
  expect(running).toHaveLength(8);
  running[0]?.();
  running[5]?.();
  await settled();
  expect(running).toHaveLength(10);
});

test("a request of another server starts before the waiting requests", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  startRequests(enter, "flooded", 20);
  const others = startRequests(enter, "quiet", 1);
  await settled();
  expect(others).toHaveLength(1);
});

test("a slow request does not block the waiting ones and frees its slot only once", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  const running = startRequests(enter, "slow", 20);
  await vi.advanceTimersByTimeAsync(10);
  expect(running).toHaveLength(16);
  for (const end of running.slice(0, 8)) end();
  await settled();
  expect(running).toHaveLength(16);
});

test("a timer runs only while a request waits", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  const running = startRequests(enter, "busy", 8);
  await settled();
  expect(vi.getTimerCount()).toBe(0);
  running.push(...startRequests(enter, "busy", 1));
  await settled();
  expect(vi.getTimerCount()).toBe(1);
  for (const end of running) end();
  await settled();
  expect(vi.getTimerCount()).toBe(0);
});

test("at most 512 requests run or wait; the next is rejected with Retry-After, until one ends", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  const running = startRequests(enter, "flooded", 512);
  await expect(enter("flooded", stay)).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "2" } });
  await settled();
  running[0]?.();
  await settled();
  await expect(Promise.race([enter("flooded", stay), "waits"])).resolves.toBe("waits");
  await expect(enter("flooded", stay)).rejects.toMatchObject({ code: "unavailable" });
});

function fakeClock(): Disposable {
  vi.useFakeTimers();
  return { [Symbol.dispose]: () => void vi.useRealTimers() };
}
