import { expect } from "vitest";
import { defaultDeploymentTimes } from "../../../src/service/deployments/deploymentTimes.ts";
import { createProcessHealth } from "../../../src/service/deployments/health/processHealth.ts";
import type { ProbeResult } from "../../../src/service/deployments/health/serverProbe.ts";
import { DeploymentInstance } from "../../../src/service/deployments/lifecycle/deploymentInstance.ts";
import type { LaunchedServer } from "../../../src/service/deployments/lifecycle/launchServer.ts";
import type { ProcessObserver } from "../../../src/service/deployments/lifecycle/supervisedProcess.ts";
import { requireValue } from "../service/requireValue.ts";

const healthy: ProbeResult = { status: "healthy", latencyMs: 1, checks: [], tools: undefined, reached: true };

/** A simulated process that runs until `exit` or `stop` is called. */
export function createFakeProcess(port: number) {
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

export type FakeProcess = ReturnType<typeof createFakeProcess>;

interface InstanceSettings extends Partial<ProcessObserver> {
  readonly backOffMs?: number;
  readonly startTimeoutMs?: number;
  readonly stopWhenIdleMs?: number;
  /** A launch goes on when the instance stops. */
  readonly ignoresStop?: true;
}

/** Creates an instance whose launches the test resolves one by one, and the notifications of its observer. */
export function createInstanceFixture(settings: InstanceSettings = {}) {
  const { backOffMs = 1, startTimeoutMs = 20_000, stopWhenIdleMs, ignoresStop, ...failing } = settings;
  const notifications: string[] = [];
  const logged: string[] = [];
  const launches: PromiseWithResolvers<LaunchedServer>[] = [];
  const observer: ProcessObserver = {
    probed: () => {},
    degraded: (message) => void notifications.push(`degraded: ${message}`),
    idle: () => void notifications.push("idle"),
    running: () => void notifications.push("running"),
    failed: ({ step, message }) => void notifications.push(`failed in ${step}: ${message}`),
    ...failing,
  };
  const options = {
    deploymentId: "dep_1",
    times: { ...defaultDeploymentTimes, backOffMs, startTimeoutMs, crashLimit: 2 },
    context: { log: (_level: string, message: string) => void logged.push(message) },
    environment: {},
    stopWhenIdleMs,
    serverLog: { tail: () => [], flush: () => {} },
    checksApi: false,
    launch: (signal: AbortSignal) => {
      const launch = Promise.withResolvers<LaunchedServer>();
      if (!ignoresStop) signal.addEventListener("abort", () => launch.reject(signal.reason));
      launches.push(launch);
      return launch.promise;
    },
  };
  const instance = new DeploymentInstance(options, observer);
  /** Starts the process of a new deployment. */
  const startNew = () => instance.start(new AbortController().signal);
  /** Waits until the instance launches a process for the `count`th time. */
  const untilLaunch = async (count: number) => {
    await expect.poll(() => launches.length, { interval: 1 }).toBe(count);
    return requireValue(launches[count - 1]);
  };
  const runs = async (count: number): Promise<FakeProcess> => {
    const process = createFakeProcess(1000 + count);
    (await untilLaunch(count)).resolve(process.launched);
    await expect.poll(() => instance.endpoint(), { interval: 1 }).toMatchObject({ port: 1000 + count });
    return process;
  };
  const start = async (): Promise<FakeProcess> => {
    const started = startNew();
    const process = await runs(1);
    await started;
    instance.watch();
    return process;
  };
  return { instance, notifications, logged, launches, startNew, untilLaunch, runs, start };
}
