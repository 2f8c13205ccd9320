import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isIdle, runServerWith } from "../support/deployments/idleServer.ts";
import { openClusterTarget, targetName } from "../support/kubernetes/clusterTarget.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../support/service/deploymentFixture.ts";
import { callTool } from "../support/service/gatewayCall.ts";

describe(`servers in ${targetName}`, () => {
  let target: Awaited<ReturnType<typeof openClusterTarget>>;
  let fixture: DeploymentFixture;

  beforeAll(async () => {
    target = await openClusterTarget();
    fixture = await startDeploymentFixture(
      { startTimeoutMs: 30_000, stopGraceMs: 2000, idleMinuteMs: 2000 },
      undefined,
      undefined,
      ({ db }) => ({
        kubernetes: target.createDriver(db),
      }),
    );
    fixture.context.db.run("UPDATE projects SET runs_on = 'kubernetes'");
  });
  afterAll(async () => {
    await fixture?.close();
    await target?.close();
  });

  test("the cluster says what it is and what it lacks", async () => {
    const found = (await fixture.context.runners.list()).find(({ kind }) => kind === "kubernetes");
    expect(found).toMatchObject({ available: true, description: expect.stringMatching(/^Kubernetes \(.*\), v1\.\d+/) });
    expect(found?.lacks.join()).toContain("Allowed hosts do not apply by name");
  });

  test("a server runs and answers through the gateway", async () => {
    const { serverId, deployment } = await fixture.run("healthy");
    expect(deployment).toMatchObject({ runsOn: "kubernetes", image: expect.stringMatching(/node:24-slim$/) });
    const { env } = await callTool(fixture, serverId, "echo", { log: "a line of the pod" });
    expect(env).toMatchObject({ NODE_ENV: "production" });
    await fixture.waitForDeployment(deployment.id, (_, events) =>
      events.some(({ message }) => message === "a line of the pod"),
    );
  });

  test("a server that crashes is started again", async () => {
    const { serverId, deployment } = await fixture.run("healthy");
    await callTool(fixture, serverId, "crash").catch(() => undefined);
    await fixture.waitForDeployment(
      deployment.id,
      ({ status }, events) => status === "running" && events.some(({ data }) => data?.status === "degraded"),
    );
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy" });
  });

  test("a new version replaces the old one without a lost call", async () => {
    const { serverId } = await fixture.run("healthy");
    fixture.publish(serverId, "2.0.0", "healthy", "second");
    let isReplaced = false;
    const labels = new Set<string>();
    const calling = (async () => {
      while (!isReplaced) labels.add((await callTool(fixture, serverId, "echo")).label);
      labels.add((await callTool(fixture, serverId, "echo")).label);
    })();
    await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0").id, "running");
    isReplaced = true;
    await calling;
    expect([...labels]).toEqual(["healthy", "second"]);
  });

  test("a version that crashes fails with its last lines, and the old one goes on", async () => {
    const { serverId } = await fixture.run("healthy");
    fixture.publish(serverId, "2.0.0", "exitsAtOnce");
    const { failure } = await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0").id, "failed");
    expect(failure?.message).toBe("The server exited with code 3 each time it was started.");
    expect(failure?.log).toContain("cannot go on: the database is locked");
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy" });
  });

  test("an idle server has no pod, and its next call starts one", async () => {
    const { serverId, deployment } = await runServerWith(fixture, "healthy", { stopWhenIdleMinutes: 1 });
    await fixture.waitForDeployment(deployment.id, isIdle);
    expect(fixture.supervisor.live(serverId)?.endpoint()).toBeUndefined();
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy" });
    const { kind, message } = fixture.eventsOf(deployment.id).findLast((event) => event.kind === "state") ?? {};
    expect([kind, message]).toEqual(["state", expect.stringMatching(/^Started for a call in \d+ ms\.$/)]);
  });
});
