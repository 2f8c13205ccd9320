import { expect, test } from "vitest";
import type { ProbeResult } from "../../../../../src/service/deployments/health/serverProbe.ts";
import { createFakeProcess, createInstanceFixture } from "../../../../support/deployments/instanceFixture.ts";

async function startReplicas(replicas: number, probed: (result: ProbeResult) => void = () => {}) {
  const fixture = createInstanceFixture({ replicas, probed });
  const started = fixture.launchAll();
  const processes = fixture.launches.map((launch, index) => {
    const process = createFakeProcess(2001 + index);
    launch.resolve(process.launched);
    return process;
  });
  await started;
  fixture.instance.watch();
  return { ...fixture, processes };
}

async function usePort(instance: Awaited<ReturnType<typeof startReplicas>>["instance"], sessionId?: string) {
  const use = await instance.use({ sessionId });
  if (use.kind !== "ready") throw new Error(`It is ${use.kind}.`);
  const { port } = use.endpoint as unknown as { port: number };
  return { ...use, port };
}

test("a request goes to the replica with the fewest requests, streams included", async () => {
  const { instance } = await startReplicas(3);
  const first = await usePort(instance);
  const second = await usePort(instance);
  const stream = await instance.use({ isEndless: true });
  expect([first.port, second.port, stream]).toEqual([2001, 2002, expect.objectContaining({ kind: "ready" })]);
  second.end();
  expect((await usePort(instance)).port).toBe(2002);
  await instance.stop(0);
});

test("a request of a session goes to its replica as long as that is ready", async () => {
  const { instance, processes, untilLaunch } = await startReplicas(2);
  const [one, two] = [await usePort(instance), await usePort(instance)];
  two.saveSession("b");
  one.saveSession("x".repeat(257));
  two.end();
  expect((await usePort(instance, "x".repeat(257))).port).toBe(2002);
  await usePort(instance, "b");
  expect((await usePort(instance, "b")).port).toBe(2002);
  expect((await usePort(instance, "unknown")).port).toBe(2001);
  processes[1]?.exit();
  await untilLaunch(3);
  expect((await usePort(instance, "b")).port).toBe(2001);
  await instance.stop(0);
});

test("a deployment of which one process does not start fails with its reason, and the others are ended", async () => {
  const { instance, launches, launchAll } = createInstanceFixture({ replicas: 3 });
  const started = launchAll();
  const first = createFakeProcess(1);
  launches[0]?.resolve(first.launched);
  launches[1]?.reject(new Error("No answer."));
  await expect(started).rejects.toThrow("No answer.");
  await instance.stop(0);
  expect(await first.launched.process.exited).toEqual({ description: "was ended by SIGTERM" });
});

test("one replica that crashes is named, and the health counts those that are ready", async () => {
  const results: ProbeResult[] = [];
  const { instance, processes, notifications, launches, untilLaunch } = await startReplicas(3, (result) =>
    results.push(result),
  );
  await expect.poll(() => results.length).toBe(1);
  expect(results[0]).toMatchObject({ status: "healthy", checks: [{ name: "process", message: "3 of 3 ready" }] });
  processes[1]?.exit();
  processes[2]?.exit();
  await untilLaunch(5);
  expect(notifications.slice(0, 2)).toEqual([
    expect.stringMatching(/^degraded: Replica 2: The process exited with code 7\./),
    expect.stringMatching(/^degraded: Replica 3: The process exited with code 7\./),
  ]);
  expect(instance.endpoint()).toMatchObject({ port: 2001 });
  launches[3]?.resolve(createFakeProcess(4).launched);
  await expect.poll(() => notifications[2]).toMatch(/^improved: Replica [23] is running: 2 of 3 are ready\.$/);
  launches[4]?.resolve(createFakeProcess(5).launched);
  await expect.poll(() => notifications[3]).toBe("running");
  await instance.stop(0);
});

test("a server fails with its last replica", async () => {
  const { processes, notifications, launches, instance } = await startReplicas(2);
  const failing = (async () => {
    let next = 2;
    while (!notifications.at(-1)?.startsWith("failed")) {
      await expect.poll(() => launches.length > next || notifications.at(-1)?.startsWith("failed")).toBe(true);
      launches[next]?.reject(new Error("No answer."));
      next += 1;
    }
  })();
  processes[0]?.exit();
  await expect.poll(() => notifications.at(-1)).toContain("Replica 1: No answer. It crashed 3 times");
  expect(instance.endpoint()).toMatchObject({ port: 2002 });
  expect(processes.map(({ launched }) => instance.isReady(launched.process.endpoint))).toEqual([false, true]);
  processes[1]?.exit();
  await failing;
  expect(notifications.at(-1)).toBe("failed in run: No answer. It crashed 3 times and is not started again.");
  await instance.stop(0);
});
