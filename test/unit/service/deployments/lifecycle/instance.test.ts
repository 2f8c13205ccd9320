import { describe, expect, test } from "vitest";
import type { HealthCheck } from "../../../../../src/service/deployments/health/apiHealthCheck.ts";
import type { ProbeResult } from "../../../../../src/service/deployments/health/serverProbe.ts";
import { type ApiChecks, probeUntilExit } from "../../../../../src/service/deployments/lifecycle/probeUntilExit.ts";
import { createFakeProcess, createInstanceFixture } from "../../../../support/deployments/instanceFixture.ts";

const restart = (count: number) => `Starting it again in 0.00${count} s (${count} of 2).`;
const crash = "The process exited with code 7.";

test("an instance is degraded and takes no requests from a crash until its process runs again", async () => {
  const { instance, notifications, start, untilLaunch, runs } = createInstanceFixture();
  const first = await start();
  first.exit();
  await untilLaunch(2);
  expect(notifications).toEqual([`degraded: ${crash} ${restart(1)}`]);
  expect([instance.endpoint(), instance.uptimeMs(), first.isProbeOpen()]).toEqual([undefined, null, false]);
  await runs(2);
  expect(notifications.slice(1)).toEqual(["running"]);
  expect(instance.uptimeMs()).not.toBeNull();
  await instance.stop(0);
});

test("an instance fails when its process crashes more often than the limit", async () => {
  const { notifications, launches, start, runs } = createInstanceFixture();
  (await start()).exit();
  (await runs(2)).exit();
  (await runs(3)).exit();
  await expect
    .poll(() => notifications.at(-1))
    .toBe(`failed in run: ${crash} It crashed 3 times and is not started again.`);
  expect(launches).toHaveLength(3);
});

test("a restart that fails counts as a crash, and the next one follows", async () => {
  const { instance, notifications, start, untilLaunch, runs } = createInstanceFixture();
  (await start()).exit();
  (await untilLaunch(2)).reject(new Error("No answer."));
  await runs(3);
  expect(notifications).toEqual([`degraded: ${crash} ${restart(1)}`, `degraded: No answer. ${restart(2)}`, "running"]);
  await instance.stop(0);
});

test("an instance whose first start fails rejects and does not start again", async () => {
  const { instance, notifications, launches, startNew, untilLaunch } = createInstanceFixture();
  const started = startNew();
  (await untilLaunch(1)).reject(new Error("No answer."));
  await expect(started).rejects.toThrow("No answer.");
  await instance.stop(0);
  expect([notifications, launches.length]).toEqual([[], 1]);
});

test("an instance that is stopped between its start and its supervision ends its process", async () => {
  const { instance, startNew, untilLaunch } = createInstanceFixture();
  const started = startNew();
  const process = createFakeProcess(1001);
  (await untilLaunch(1)).resolve(process.launched);
  await started;
  await instance.stop(0);
  expect(await process.launched.process.exited).toEqual({ description: "was ended by SIGTERM" });
});

test("a process that gets ready when the instance has just been stopped is stopped too", async () => {
  const { instance, notifications, start, untilLaunch } = createInstanceFixture({ ignoresStop: true });
  (await start()).exit();
  const launch = await untilLaunch(2);
  const stopped = instance.stop(0);
  const late = createFakeProcess(1002);
  launch.resolve(late.launched);
  await stopped;
  expect(await late.launched.process.exited).toEqual({ description: "was ended by SIGTERM" });
  expect([instance.endpoint(), late.isProbeOpen(), notifications.length]).toEqual([undefined, false, 1]);
});

test("a stop during the pause before a restart ends the pause, and no process is started", async () => {
  const { instance, notifications, launches, start } = createInstanceFixture({ backOffMs: 20_000 });
  (await start()).exit();
  await expect
    .poll(() => notifications, { interval: 1 })
    .toEqual([`degraded: ${crash} Starting it again in 20 s (1 of 2).`]);
  await instance.stop(0);
  expect([notifications.length, launches.length]).toEqual([1, 1]);
});

test("a stop lets requests under way end first and takes no new ones", async () => {
  const { instance, start } = createInstanceFixture();
  const process = await start();
  const end = instance.hold();
  const order: string[] = [];
  void process.launched.process.exited.then(() => order.push("the process exited"));
  const stopped = instance.stop(10_000);
  expect(instance.endpoint()).toBeUndefined();
  order.push("the request ended");
  end();
  await stopped;
  expect(order).toEqual(["the request ended", "the process exited"]);
});

test("a revived instance whose first attempt fails resolves and is started again", async () => {
  const { instance, notifications, untilLaunch, runs } = createInstanceFixture();
  const revived = instance.revive();
  (await untilLaunch(1)).reject(new Error("No answer."));
  await revived;
  expect(notifications).toEqual([`degraded: No answer. ${restart(1)}`]);
  await runs(2);
  expect(notifications.at(-1)).toBe("running");
  await instance.stop(0);
});

test("an instance that was stopped before it is revived starts no process", async () => {
  const { instance, launches } = createInstanceFixture();
  await instance.stop(0);
  await instance.revive();
  expect(launches).toEqual([]);
});

test("an instance restarts its process while its observer cannot save the state", async () => {
  const refuse = () => {
    throw new Error("disk full");
  };
  const { instance, logged, start, runs } = createInstanceFixture({
    probed: refuse,
    degraded: refuse,
    running: refuse,
  });
  (await start()).exit();
  await runs(2);
  expect(instance.endpoint()).toMatchObject({ port: 1002 });
  expect(new Set(logged)).toEqual(new Set(["The state of dep_1 could not be saved: disk full"]));
  await instance.stop(0);
});

describe("the API of a running process", () => {
  const failing = { name: "api", status: "degraded", code: "api_failed", message: "It fails.", latencyMs: 1 } as const;
  const working = { name: "api", status: "healthy", message: "GET /a: 200", latencyMs: 1 } as const;

  /** Runs a process whose API gives these results, and returns the reported results. */
  async function observe(
    results: readonly (HealthCheck | undefined)[],
    apiChecks: ApiChecks | null = { last: undefined },
  ) {
    const { launched, exit } = createFakeProcess(1);
    const asked: number[] = [];
    const probe = {
      ...launched.probe,
      checkApi: async () => {
        asked.push(performance.now());
        return asked.length > results.length ? working : results[asked.length - 1];
      },
    };
    const reported: ProbeResult[] = [];
    const ended = probeUntilExit(
      { ...launched, probe },
      {
        ...{ intervalMs: 1, apiChecks: apiChecks ?? undefined, context: { log: () => {} } },
        onResult: (result) => void reported.push(result),
        stopping: new AbortController().signal,
      },
    );
    return {
      asked,
      reported,
      end: () => {
        exit();
        return ended;
      },
    };
  }

  test("is checked at the start, again after twenty probes while it fails, and then rarely", async () => {
    const { asked, reported, end } = await observe([failing, working]);
    await expect.poll(() => asked.length, { interval: 1 }).toBe(3);
    const [first = 0, second = 0, third = 0] = asked;
    expect(second - first).toBeGreaterThan(18);
    expect(third - second).toBeGreaterThan(235);
    await end();
    const statuses = reported.map(({ status }) => status);
    expect([statuses[0], statuses.includes("degraded"), statuses.at(-1)]).toEqual(["healthy", true, "healthy"]);
  });

  test("is checked again, and is unknown meanwhile, after the server did not respond", async () => {
    const { asked, reported, end } = await observe([failing, undefined]);
    await expect.poll(() => asked.length, { interval: 1 }).toBe(2);
    await expect.poll(() => reported.at(-1)?.checks.map(({ name }) => name)).not.toContain("api");
    await expect.poll(() => reported.at(-1)?.checks.at(-1)).toEqual(working);
    await end();
  });

  test("is not checked again by the process that follows soon, which has the last result", async () => {
    const startedAt = performance.now();
    const { asked, reported, end } = await observe([working], { last: { check: failing, at: startedAt } });
    expect(reported.map(({ checks }) => checks.at(-1))).toContainEqual(failing);
    await expect.poll(() => asked.length, { interval: 1 }).toBe(1);
    expect((asked[0] ?? 0) - startedAt).toBeGreaterThan(18);
    await end();
  });

  test("is not checked where the version has no harmless request", async () => {
    const { asked, reported, end } = await observe([], null);
    await expect.poll(() => reported.length).toBeGreaterThan(3);
    expect(asked).toEqual([]);
    await end();
  });
});
