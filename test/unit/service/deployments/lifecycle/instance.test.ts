import { describe, expect, test } from "vitest";
import { defaultDeploymentTimes } from "../../../../../src/service/deployments/deploymentTimes.ts";
import type { HealthCheck } from "../../../../../src/service/deployments/health/apiHealthCheck.ts";
import { createProcessHealth } from "../../../../../src/service/deployments/health/processHealth.ts";
import type { ProbeResult } from "../../../../../src/service/deployments/health/serverProbe.ts";
import {
  DeploymentInstance,
  type InstanceObserver,
} from "../../../../../src/service/deployments/lifecycle/deploymentInstance.ts";
import type { LaunchedServer } from "../../../../../src/service/deployments/lifecycle/launchServer.ts";
import { probeUntilExit } from "../../../../../src/service/deployments/lifecycle/probeUntilExit.ts";

const healthy: ProbeResult = { status: "healthy", latencyMs: 1, checks: [], tools: undefined, reached: true };

/** A simulated process that runs until `exit` or `stop` is called. */
function createFakeProcess(port: number) {
  const { promise: exited, resolve } = Promise.withResolvers<{ description: string }>();
  let isProbeOpen = true;
  const stop = () => {
    resolve({ description: "was ended by SIGTERM" });
    return exited;
  };
  const probe = {
    run: async () => healthy,
    checkApi: async () => undefined,
    close: () => {
      isProbeOpen = false;
    },
  };
  const endpoint = { port, connect: () => Promise.reject(new Error("It has no connections.")) };
  const process = { name: `Process ${port}`, endpoint, exited, stop };
  const launched: LaunchedServer = {
    process,
    probe,
    sandbox: "none",
    health: createProcessHealth(healthy),
    startedAt: performance.now(),
  };
  return { launched, exit: () => resolve({ description: "exited with code 7" }), isProbeOpen: () => isProbeOpen };
}

type FakeProcess = ReturnType<typeof createFakeProcess>;

/** Creates an instance whose launches the test resolves one by one, and the notifications of its observer. */
function createFixture({ backOffMs = 1, ...failing }: Partial<InstanceObserver> & { backOffMs?: number } = {}) {
  const notifications: string[] = [];
  const logged: string[] = [];
  const launches: PromiseWithResolvers<LaunchedServer>[] = [];
  const observer: InstanceObserver = {
    probed: () => {},
    degraded: (message) => void notifications.push(`degraded: ${message}`),
    running: () => void notifications.push("running"),
    failed: ({ step, message }) => void notifications.push(`failed in ${step}: ${message}`),
    ...failing,
  };
  const parts = {
    deploymentId: "dep_1",
    times: { ...defaultDeploymentTimes, backOffMs, crashLimit: 2 },
    context: { log: (_level: string, message: string) => void logged.push(message) },
    serverLog: { tail: () => [], flush: () => {} },
    environment: {},
    checksApi: false,
    launch: () => {
      const launch = Promise.withResolvers<LaunchedServer>();
      launches.push(launch);
      return launch.promise;
    },
  };
  const instance = new DeploymentInstance(parts, observer);
  /** Waits until the instance launches a process for the `count`th time. */
  const untilLaunch = async (count: number) => {
    await expect.poll(() => launches.length, { interval: 1 }).toBe(count);
    const launch = launches[count - 1];
    if (!launch) throw new Error(`There is no launch ${count}.`);
    return launch;
  };
  const runs = async (count: number): Promise<FakeProcess> => {
    const process = createFakeProcess(1000 + count);
    (await untilLaunch(count)).resolve(process.launched);
    await expect.poll(() => instance.endpoint(), { interval: 1 }).toMatchObject({ port: 1000 + count });
    return process;
  };
  const start = async (): Promise<FakeProcess> => {
    const started = instance.start(new AbortController().signal);
    const process = await runs(1);
    await started;
    instance.watch();
    return process;
  };
  return { instance, notifications, logged, launches, untilLaunch, runs, start };
}

const restart = (count: number) => `Starting it again in 0.00${count} s (${count} of 2).`;
const crash = "The process exited with code 7.";

test("an instance is degraded and takes no requests from a crash until its process runs again", async () => {
  const { instance, notifications, start, untilLaunch, runs } = createFixture();
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
  const { notifications, launches, start, runs } = createFixture();
  (await start()).exit();
  (await runs(2)).exit();
  (await runs(3)).exit();
  await expect
    .poll(() => notifications.at(-1))
    .toBe(`failed in run: ${crash} It crashed 3 times and is not started again.`);
  expect(launches).toHaveLength(3);
});

test("a restart that fails counts as a crash, and the next one follows", async () => {
  const { instance, notifications, start, untilLaunch, runs } = createFixture();
  (await start()).exit();
  (await untilLaunch(2)).reject(new Error("No answer."));
  await runs(3);
  expect(notifications).toEqual([`degraded: ${crash} ${restart(1)}`, `degraded: No answer. ${restart(2)}`, "running"]);
  await instance.stop(0);
});

test("an instance whose first start fails rejects and does not start again", async () => {
  const { instance, notifications, launches, untilLaunch } = createFixture();
  const started = instance.start(new AbortController().signal);
  (await untilLaunch(1)).reject(new Error("No answer."));
  await expect(started).rejects.toThrow("No answer.");
  await instance.stop(0);
  expect([notifications, launches.length]).toEqual([[], 1]);
});

test("a process that gets ready when the instance has just been stopped is stopped too", async () => {
  const { instance, notifications, start, untilLaunch } = createFixture();
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
  const { instance, notifications, launches, start } = createFixture({ backOffMs: 20_000 });
  (await start()).exit();
  await expect
    .poll(() => notifications, { interval: 1 })
    .toEqual([`degraded: ${crash} Starting it again in 20 s (1 of 2).`]);
  await instance.stop(0);
  expect([notifications.length, launches.length]).toEqual([1, 1]);
});

test("a stop lets requests under way end first and takes no new ones", async () => {
  const { instance, start } = createFixture();
  const process = await start();
  const end = instance.enter();
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
  const { instance, notifications, untilLaunch, runs } = createFixture();
  const revived = instance.revive();
  (await untilLaunch(1)).reject(new Error("No answer."));
  await revived;
  expect(notifications).toEqual([`degraded: No answer. ${restart(1)}`]);
  await runs(2);
  expect(notifications.at(-1)).toBe("running");
  await instance.stop(0);
});

test("an instance that was stopped before it is revived starts no process", async () => {
  const { instance, launches } = createFixture();
  await instance.stop(0);
  await instance.revive();
  expect(launches).toEqual([]);
});

test("an instance restarts its process while its observer cannot save the state", async () => {
  const refuse = () => {
    throw new Error("disk full");
  };
  const { instance, logged, start, runs } = createFixture({ probed: refuse, degraded: refuse, running: refuse });
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
  async function observe(results: readonly (HealthCheck | undefined)[], checksApi = true) {
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
        ...{ intervalMs: 4, checksApi, context: { log: () => {} } },
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
    await expect.poll(() => asked.length, { interval: 1 }).toBe(2);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(75);
    await expect.poll(() => reported.at(-1)?.checks.at(-1)).toEqual(working);
    const before = reported.length;
    await expect.poll(() => reported.length, { interval: 1 }).toBeGreaterThan(before + 8);
    expect(asked.length).toBe(2);
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

  test("is not checked where the version has no harmless request", async () => {
    const { asked, reported, end } = await observe([], false);
    await expect.poll(() => reported.length).toBeGreaterThan(3);
    expect(asked).toEqual([]);
    await end();
  });
});
