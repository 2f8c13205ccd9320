import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { InstanceUse } from "../../../../../src/service/deployments/lifecycle/deploymentInstance.ts";
import { createFakeProcess, createInstanceFixture } from "../../../../support/deployments/instanceFixture.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const idleMs = 60_000;
type Fixture = ReturnType<typeof createInstanceFixture>;

/** Each look lets a millisecond pass on the clock of the test. */
const waitFor = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 50_000 });
const untilLaunch = ({ launches }: Pick<Fixture, "launches">, count: number) =>
  waitFor(() => expect(launches.length).toBe(count));

/** Lets the process of this launch get ready. */
async function launch(fixture: Pick<Fixture, "launches" | "instance">, count: number) {
  await untilLaunch(fixture, count);
  const process = createFakeProcess(1000 + count);
  fixture.launches.at(-1)?.resolve(process.launched);
  await waitFor(() => expect(fixture.instance.endpoint()).toBe(process.launched.process.endpoint));
  return process;
}

function end(use: InstanceUse) {
  if (use.kind !== "ready") throw new Error(`The server is ${use.kind}.`);
  use.end();
}

async function startIdle(settings: Parameters<typeof createInstanceFixture>[0] = {}) {
  const fixture = createInstanceFixture({ stopWhenIdleMs: idleMs, ...settings });
  const started = fixture.startNew();
  const process = await launch(fixture, 1);
  await started;
  fixture.instance.watch();
  return { ...fixture, process };
}

test("the time begins with the end of the last request", async () => {
  const { instance, notifications } = await startIdle();
  const use = await instance.use();
  await vi.advanceTimersByTimeAsync(idleMs * 3 + 17);
  expect(notifications).toEqual([]);
  end(use);
  await vi.advanceTimersByTimeAsync(idleMs - 1);
  expect([notifications, instance.endpoint()]).toEqual([[], expect.anything()]);
  await vi.advanceTimersByTimeAsync(1);
  expect([notifications, instance.endpoint(), instance.uptimeMs()]).toEqual([["idle"], undefined, null]);
  await instance.stop(0);
});

test("a stream without an end is a use as well", async () => {
  const { instance, notifications } = await startIdle();
  const use = await instance.use({ isEndless: true });
  await vi.advanceTimersByTimeAsync(idleMs * 2);
  expect(notifications).toEqual([]);
  end(use);
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(notifications).toEqual(["idle"]);
  await instance.stop(0);
});

test("a process that crashed is started again before its server can become idle", async () => {
  const fixture = await startIdle();
  const { instance, process, notifications } = fixture;
  await vi.advanceTimersByTimeAsync(idleMs - 100);
  process.exit();
  await untilLaunch(fixture, 2);
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(notifications).toEqual([expect.stringContaining("degraded")]);
  await launch(fixture, 2);
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(notifications.slice(1)).toEqual(["running", "idle"]);
  await instance.stop(0);
});

test("a call while the process ends waits for the next process", async () => {
  const fixture = await startIdle();
  const { instance, launches, process, notifications } = fixture;
  const ending = Promise.withResolvers<{ description: string }>();
  vi.spyOn(process.launched.process, "stop").mockReturnValue(ending.promise);
  await vi.advanceTimersByTimeAsync(idleMs);
  const use = instance.use();
  await vi.advanceTimersByTimeAsync(0);
  expect(launches).toHaveLength(1);
  process.exit();
  await launch(fixture, 2);
  expect(await use).toMatchObject({ kind: "ready", endpoint: { port: 1002 } });
  expect(notifications).toEqual(["running"]);
  ending.resolve({ description: "" });
  end(await use);
  await instance.stop(0);
});

test("two calls start one process, and the start goes on when both have left", async () => {
  const fixture = await startIdle();
  const { instance, launches, notifications } = fixture;
  await vi.advanceTimersByTimeAsync(idleMs);
  const uses = [instance.use(), instance.use()];
  await launch(fixture, 2);
  for (const use of uses) end(await use);
  expect([launches.length, notifications]).toEqual([2, ["idle", "running"]]);
  await instance.stop(0);
});

test("a start is one for a call unless a crash comes before it", async () => {
  const messages: string[] = [];
  const fixture = await startIdle({ running: (_, message) => void messages.push(message) });
  const { instance, launches } = fixture;
  await vi.advanceTimersByTimeAsync(idleMs);
  const use = instance.use();
  await launch(fixture, 2);
  end(await use);
  await vi.advanceTimersByTimeAsync(idleMs);
  const refused = instance.use();
  await untilLaunch(fixture, 3);
  launches[2]?.reject(new Error("No answer."));
  expect(await refused).toEqual({ kind: "notStarted" });
  await launch(fixture, 4);
  expect(messages).toEqual([expect.stringMatching(/^Started for a call in \d+ ms\.$/), "The server is running again."]);
  await instance.stop(0);
});

test("a call waits for a start as long as the start may take", async () => {
  const { instance, launches } = await startIdle({ startTimeoutMs: 5000 });
  await vi.advanceTimersByTimeAsync(idleMs);
  const use = instance.use();
  const isSettled = vi.fn();
  void use.then(isSettled);
  await vi.advanceTimersByTimeAsync(4999);
  expect(isSettled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await use).toEqual({ kind: "starting" });
  expect(launches).toHaveLength(2);
  await instance.stop(0);
});

test("a start that fails ends the wait, and counts as a crash until none follows", async () => {
  const fixture = await startIdle();
  const { instance, launches, notifications } = fixture;
  await vi.advanceTimersByTimeAsync(idleMs);
  const uses = [instance.use(), instance.use()];
  await untilLaunch(fixture, 2);
  launches[1]?.reject(new Error("No answer."));
  expect(await Promise.all(uses)).toEqual([{ kind: "notStarted" }, { kind: "notStarted" }]);
  expect(await instance.use()).toEqual({ kind: "notRunning" });
  await untilLaunch(fixture, 3);
  launches[2]?.reject(new Error("No answer."));
  await untilLaunch(fixture, 4);
  launches[3]?.reject(new Error("No answer."));
  const failure = "failed in run: No answer. It crashed 3 times and is not started again.";
  await waitFor(() => expect(notifications.at(-1)).toBe(failure));
  await vi.advanceTimersByTimeAsync(idleMs);
  expect(vi.getTimerCount()).toBe(0);
  await instance.stop(0);
});

test("a stop ends the wait, and no process is left", async () => {
  const fixture = await startIdle();
  await vi.advanceTimersByTimeAsync(idleMs);
  const use = fixture.instance.use();
  await untilLaunch(fixture, 2);
  const late = createFakeProcess(1002);
  const stopped = fixture.instance.stop(10_000);
  fixture.launches[1]?.resolve(late.launched);
  expect(await use).toEqual({ kind: "notRunning" });
  await stopped;
  expect(await fixture.instance.use()).toEqual({ kind: "notRunning" });
  expect(vi.getTimerCount()).toBe(0);
});

test("an instance that was idle before starts with its first call", async () => {
  const fixture = createInstanceFixture({ stopWhenIdleMs: idleMs });
  fixture.instance.reviveIdle();
  await vi.advanceTimersByTimeAsync(idleMs * 2);
  expect([fixture.launches, fixture.notifications]).toEqual([[], []]);
  const use = fixture.instance.use();
  await launch(fixture, 1);
  end(await use);
  await fixture.instance.stop(0);
});

test("500 calls in the turn in which their server becomes idle all reach a process", async () => {
  const fixture = await startIdle();
  const { instance, launches, notifications } = fixture;
  for (let round = 0; round < 500; round += 1) {
    // Every other call comes in the turn before the timer, and the others in the one after it.
    const before = round % 2 === 0 ? instance.use() : undefined;
    vi.advanceTimersByTime(idleMs);
    const use = before ?? instance.use();
    if (!before) await launch(fixture, launches.length + 1);
    end(await use);
  }
  expect(launches).toHaveLength(251);
  expect(notifications.filter((text) => text.startsWith("degraded"))).toEqual([]);
  await instance.stop(0);
});
