import { expect, test } from "vitest";
import { createPolling } from "../../../../../src/extension/base/polling.ts";
import {
  createPendingDeployments,
  followDeployment,
} from "../../../../../src/extension/deployment/model/followDeployment.ts";
import { createEventFeed } from "../../../../../src/extension/deployment/panel/eventFeed.ts";
import { createServerHealthMonitor } from "../../../../../src/extension/server/model/serverHealth.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { testDeadline } from "../../../../support/testDeadline.ts";

const served = await useServedService();

const polling = createPolling({ refreshMs: () => 5000 });
const deployment = { id: "d-1", server_id: "s-1", version: "1.0.0", phase: "RUNNING" };
async function createFixture() {
  const other = await createOtherServiceFixture(served, {
    servers: { data: [{ id: "s-1", name: "Weather", liveDeploymentId: "d-1", status: "ready" }] },
    deployments: { data: [deployment] },
    deployment,
  });
  for (const list of ["servers.list", "deployments.list"] as const) await other.client.call(list, {});
  other.accept();
  return other;
}

test("a deployment of a service without events is polled until it is live", async () => {
  await using other = await createFixture();
  const outcomes: string[] = [];
  const ended = await followDeployment(other.client, {
    deploymentId: "d-1",
    after: 0,
    signal: testDeadline(),
    polling,
    pending: createPendingDeployments(other.client, polling),
    onEvent: () => outcomes.push("event"),
    onOutcome: (outcome) => void outcomes.push(outcome),
  });
  expect([outcomes, ended?.version]).toEqual([["live"], "1.0.0"]);
});

test("a panel shows once that the service has no events, and does not request them again", async () => {
  await using other = await createFixture();
  const states: string[] = [];
  const missing = Promise.withResolvers<void>();
  const feed = createEventFeed({
    client: other.client,
    deploymentId: "d-1",
    after: 0,
    post: () => {},
    onEvent: () => {},
    onFailure: (error) => missing.reject(error),
    onStreamState: (state) => {
      states.push(state);
      if (state === "unsupported") missing.resolve();
    },
  });
  feed.start();
  await missing.promise;
  feed.start();
  feed.stop();
  expect(states).toEqual(["reading", "unsupported"]);
});

test("the status bar shows the state of a server if the service has no health checks", async () => {
  await using other = await createFixture();
  const monitor = createServerHealthMonitor({
    client: async () => other.client,
    serverId: () => "s-1",
    onOtherDeployment: () => {},
    everyMs: () => 60_000,
    polling,
  });
  const changed = new Promise<void>((resolve) => monitor.onDidChange(resolve));
  monitor.start();
  await changed;
  monitor.stop();
  expect(monitor.state).toEqual({ kind: "idle", name: "Weather", text: "running" });
});
