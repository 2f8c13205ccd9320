import { expect, test, vi } from "vitest";
import { createServerConcurrencyLimiter } from "../../../../../src/service/deployments/gateway/serverConcurrencyLimiter.ts";

/** So many ask for a server; answers those who are in, in the order they came, each as how to go out. */
function crowd(enter: ReturnType<typeof createServerConcurrencyLimiter>, serverId: string, count: number) {
  const inside: (() => void)[] = [];
  const stay = () => new Promise<void>((goOut) => inside.push(goOut));
  for (let index = 0; index < count; index += 1) void enter(serverId, stay);
  return inside;
}

const stay = () => new Promise<void>(() => {});

/** Whoever may enter has entered. */
const settled = () => vi.advanceTimersByTimeAsync(0);

test("a crowd enters eight at a time, each in the place of one who went out", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  const inside = crowd(enter, "flooded", 20);
  await settled();
  expect(inside).toHaveLength(8);
  inside[0]?.();
  inside[5]?.();
  await settled();
  expect(inside).toHaveLength(10);
});

test("who asks for another server enters past the crowd", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  crowd(enter, "flooded", 20);
  const others = crowd(enter, "quiet", 1);
  await settled();
  expect(others).toHaveLength(1);
});

test("who takes long keeps nobody waiting, and leaves no place twice", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  const inside = crowd(enter, "slow", 20);
  await vi.advanceTimersByTimeAsync(10);
  expect(inside).toHaveLength(16);
  for (const goOut of inside.slice(0, 8)) goOut();
  await settled();
  expect(inside).toHaveLength(16);
});

test("at most 512 are inside, those who wait among them; the next is told when to come again", async () => {
  using _clock = fakeClock();
  const enter = createServerConcurrencyLimiter();
  const inside = crowd(enter, "flooded", 512);
  await expect(enter("flooded", stay)).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "2" } });
  await settled();
  inside[0]?.();
  await settled();
  await expect(Promise.race([enter("flooded", stay), "waits"])).resolves.toBe("waits");
});

function fakeClock(): Disposable {
  vi.useFakeTimers();
  return { [Symbol.dispose]: () => void vi.useRealTimers() };
}
