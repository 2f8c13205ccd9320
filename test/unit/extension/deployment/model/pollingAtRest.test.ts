import { describe, expect, onTestFinished, test } from "vitest";
import type { OperationName } from "../../../../../src/contract/operations.ts";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import { DeploymentWatches } from "../../../../../src/extension/deployment/model/deploymentWatches.ts";
import { startDeploymentReader } from "../../../../../src/extension/deployment/panel/deploymentReader.ts";
import { createServerHealthMonitor } from "../../../../../src/extension/server/model/serverHealth.ts";
import { followTestRun } from "../../../../../src/extension/testing/model/followTestRun.ts";
import { createPendingTestRuns } from "../../../../../src/extension/testing/model/pendingTestRuns.ts";
import { createPendingService } from "../../../../support/client/pendingService.ts";
import { createVirtualClock } from "../../../../support/client/virtualClock.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const minuteMs = 60_000;
const logger = { info: () => {}, warning: () => {}, error: () => {}, show: () => {} };

interface FixtureOptions {
  readonly count: number;
  readonly missing?: readonly OperationName[];
  readonly refreshMs?: number;
  readonly isBare?: boolean;
}

function createFixture({ count, missing = [], refreshMs = minuteMs, isBare = false }: FixtureOptions) {
  const clock = createVirtualClock();
  const service = createPendingService({ clock, count, missing, isBare });
  const polling = createPolling({ refreshMs: () => refreshMs, now: clock.now, runLater: clock.runLater });
  const announced: string[] = [];
  const watches = new DeploymentWatches({
    connectionId: () => "local",
    client: async () => service.client,
    memory: createMapMemory(),
    polling,
    log: logger,
    write: () => {},
    announce: ({ deployment, outcome }) => announced.push(`${deployment.id} ${outcome}`),
  });
  onTestFinished(async () => {
    await watches.close();
    await service.client.close();
  });
  const watch = (id: string) => void watches.follow({ id, serverId: "srv_1", version: "1.0.0" }).catch(() => {});
  const watchAll = () => {
    for (let index = 1; index <= count; index += 1) watch(`dep_${index}`);
  };
  return { clock, service, polling, announced, watch, watchAll };
}

describe.each([3, 100])("with %i deployments that do not end", (count) => {
  test("a connection sends at most one request a second at rest, and what goes live is announced within the interval", async () => {
    const { clock, service, announced, watchAll } = createFixture({ count });
    watchAll();
    await clock.advance(6 * minuteMs);
    expect(service.countOfLastMinute()).toBeLessThanOrEqual(60);
    service.changeDeployment(`dep_${count}`, "running");
    await clock.advance(minuteMs + 10_000);
    service.changeDeployment("dep_1", "failed");
    await clock.advance(minuteMs + 10_000);
    expect(announced).toEqual([`dep_${count} live`, "dep_1 failed"]);
  });

  test("a short refresh interval sends no more", async () => {
    const { clock, service, watchAll } = createFixture({ count, refreshMs: 2000 });
    watchAll();
    await clock.advance(6 * minuteMs);
    expect(service.countOfLastMinute()).toBeLessThanOrEqual(60);
  });

  test("a deployment whose events say no state is announced within the interval", async () => {
    const { clock, service, announced, watchAll } = createFixture({ count, isBare: true });
    watchAll();
    await clock.advance(5 * minuteMs);
    service.changeDeployment(`dep_${count}`, "running");
    await clock.advance(2 * minuteMs + 10_000);
    expect(announced).toEqual([`dep_${count} live`]);
  });

  test("without events, all of them cost the same few requests", async () => {
    const { clock, service, announced, watchAll } = createFixture({ count, missing: ["deployment.events"] });
    watchAll();
    await clock.advance(6 * minuteMs);
    expect(service.countOfLastMinute()).toBeLessThanOrEqual(2);
    service.changeDeployment("dep_2", "running");
    await clock.advance(minuteMs + 1000);
    expect(announced).toEqual(["dep_2 live"]);
  });

  test("without events and without a list, each is still read", async () => {
    const missing: readonly OperationName[] = ["deployment.events", "deployments.list"];
    const { clock, service, announced, watchAll } = createFixture({ count, missing, refreshMs: 2000 });
    watchAll();
    await clock.advance(6 * minuteMs);
    expect(service.countOfLastMinute()).toBeLessThanOrEqual(60);
    service.changeDeployment("dep_2", "running");
    await clock.advance(count * 1100 + 5000);
    expect(announced).toEqual(["dep_2 live"]);
  });

  test("the next watch makes the interval short again", async () => {
    const { clock, service, announced, watch, watchAll } = createFixture({ count, missing: ["deployment.events"] });
    watchAll();
    await clock.advance(5 * minuteMs);
    service.changeDeployment("dep_new", "building");
    watch("dep_new");
    await clock.advance(1000);
    service.changeDeployment("dep_new", "running");
    await clock.advance(2500);
    expect(announced).toEqual(["dep_new live"]);
  });
});

describe.each([3, 100])("with %i test runs that do not end", (count) => {
  function followAll({ service, polling, clock }: ReturnType<typeof createFixture>) {
    const ended: string[] = [];
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const client = async () => service.client;
    const pending = createPendingTestRuns({ client, polling });
    for (let index = 1; index <= count; index += 1) {
      const following = { kind: "server", ownerId: "srv_1", id: `run_${index}`, since: 0 } as const;
      const rest = { client, pending, signal: stop.signal, wait: clock.wait, onChange: async () => {} };
      void followTestRun({ ...following, ...rest }).then((run) => ended.push(`${run?.id} ${run?.status}`));
    }
    return ended;
  }

  test.each([
    ["all of them", {}],
    ["runs whose cases are all returned each time", { isBare: true }],
  ])("%s cost the same few requests, and an end is seen within the interval", async (_, options) => {
    const fixture = createFixture({ count, ...options });
    const { clock, service } = fixture;
    const ended = followAll(fixture);
    await clock.advance(6 * minuteMs);
    expect(service.countOfLastMinute()).toBeLessThanOrEqual(4);
    service.changeRun("run_2", "passed");
    await clock.advance(minuteMs + 5000);
    expect(ended).toEqual(["run_2 passed"]);
  });

  test("an end soon after the start is seen soon", async () => {
    const fixture = createFixture({ count });
    const { clock, service } = fixture;
    const ended = followAll(fixture);
    await clock.advance(3000);
    service.changeRun("run_2", "passed");
    await clock.advance(4000);
    expect(ended).toEqual(["run_2 passed"]);
  });
});

describe("what the user looks at", () => {
  function openAll({ service, polling }: ReturnType<typeof createFixture>) {
    const reader = startDeploymentReader({
      client: service.client,
      subject: { connectionId: "local", deploymentId: "dep_1", serverName: "Weather", version: "1.0.0" },
      after: 0,
      polling,
      post: () => {},
      onProblem: () => {},
      onSnapshot: () => {},
      onRun: () => {},
    });
    const monitor = createServerHealthMonitor({
      client: async () => service.client,
      serverId: () => "srv_1",
      onOtherDeployment: () => {},
      everyMs: () => 10_000,
      polling,
    });
    monitor.start();
    onTestFinished(() => {
      reader.stop();
      monitor.stop();
    });
    return { reader, monitor };
  }

  test("is quick at first, costs at most one request a second with everything else, and is read at once when the user acts", async () => {
    const fixture = createFixture({ count: 300 });
    const { clock, service, watchAll } = fixture;
    const { reader } = openAll(fixture);
    await clock.advance(1000);
    expect(service.requests.filter(({ name }) => name === "deployment.health")).toHaveLength(2);
    watchAll();
    await clock.advance(6 * minuteMs);
    expect(service.countOfLastMinute()).toBeLessThanOrEqual(60);
    const before = service.requests.length;
    reader.hurry();
    await clock.advance(0);
    expect(service.requests.slice(before).map(({ name }) => name)).toContain("serverTestRuns.list");
  });

  test("the status bar and a page are read at once after a command, however much was read before", async () => {
    const fixture = createFixture({ count: 3 });
    const { clock, service, polling } = fixture;
    const { reader, monitor } = openAll(fixture);
    await clock.advance(minuteMs);
    polling.budget.spend(100);
    const before = service.requests.length;
    reader.readNow();
    monitor.now();
    await clock.advance(0);
    const read = service.requests.slice(before).map(({ name }) => name);
    const ofPage = ["deployment.get", "deployment.health", "deployments.list", "servers.list"];
    expect(read.toSorted()).toEqual([...ofPage, "servers.list"]);
  });
});
