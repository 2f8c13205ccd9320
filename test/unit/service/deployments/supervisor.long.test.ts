import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DeploymentEvent } from "../../../../src/contract/deployments.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { createManualClock } from "../../../support/deployments/manualClock.ts";
import { hasExited } from "../../../support/hasExited.ts";
import { startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { callTool } from "../../../support/service/gatewayCall.ts";
import { startHttpServer } from "../../../support/services/startHttpServer.ts";
import { makeDiskReadOnly } from "../../../support/storage/fullDisk.ts";

const fixture = await closeAtEnd(startDeploymentFixture());

const hasWritten = (line: string) => (_: unknown, events: readonly DeploymentEvent[]) =>
  events.some(({ message }) => message === line);

describe("a deployment", () => {
  test("goes from queued to running and logs every step with its duration", async () => {
    const { deployment, serverId } = await fixture.run("healthy");
    const events = fixture.eventsOf(deployment.id);
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
    const states = events.filter((event) => event.kind === "state").map((event) => event.data?.status);
    expect(states).toEqual(["queued", "building", "starting", "running"]);
    const ends = events.filter((event) => event.kind === "step" && event.data?.phase === "end");
    expect(ends.map((event) => event.data?.step)).toEqual(["build", "start", "handshake"]);
    for (const end of ends) expect(end.data?.durationMs).toEqual(expect.any(Number));
    expect(fixture.server(serverId)).toMatchObject({ live_deployment_id: deployment.id, desired_state: "running" });
    expect(deployment).toMatchObject({ url: `${fixture.context.baseUrl()}/mcp/${serverId}`, failure: null });
  });

  test.each(["legacyOnly", "modernOnly", "streaming"] as const)("becomes healthy with a %s server", async (variant) => {
    const { deployment } = await fixture.run(variant);
    expect(deployment.startedAt).not.toBeNull();
  });

  test("of a server that never answers fails in time with the step and leaves no process", async () => {
    const { clock, advance } = createManualClock();
    const quick = closeAfterTest(await startDeploymentFixture({ clock, startTimeoutMs: 700 }));
    const serverId = quick.makeServer("mute", "neverListens");
    const { id } = quick.deploy(serverId, "1.0.0");
    await quick.waitForDeployment(id, hasWritten("starting neverListens"));
    advance(700);
    const failed = await quick.waitForStatus(id, "failed");
    expect(failed.failure).toMatchObject({ step: "handshake", log: ["starting neverListens"] });
    expect(failed.failure?.message).toContain("0.7 s");
  });

  test.each([
    ["exitsAtOnce", "exited with code 3", "cannot go on: the database is locked"],
    ["endsByItself", "exited with code 0", "starting endsByItself"],
  ] as const)(
    "of a server that %s fails with the exit code and the last lines",
    async (variant, expectedMessage, line) => {
      const serverId = fixture.makeServer(variant, variant);
      const failed = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
      expect(failed.failure?.step).toBe("start");
      expect(failed.failure?.message).toContain(expectedMessage);
      expect(failed.failure?.log).toContain(line);
      expect(fixture.eventsOf(failed.id).at(-1)).toMatchObject({ kind: "state", level: "error" });
    },
  );

  test("with files that were changed in the database is not started", async () => {
    const serverId = fixture.makeServer("changed", "healthy", "to be changed");
    fixture.context.db.run("DROP TRIGGER blobs_stay");
    fixture.context.db.run("UPDATE blobs SET content = ? WHERE content LIKE ?", Buffer.from("{}"), "%to be changed%");
    const failed = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "failed");
    expect(failed.failure).toMatchObject({ step: "build", message: expect.stringContaining("lib/settings.json") });
  });

  test("whose port is taken before it listens is started again on another port", async () => {
    const portTakers: Server[] = [];
    const witness = await startHttpServer((request, response) => {
      const port = Number(new URL(request.url ?? "", "http://none").searchParams.get("port"));
      if (portTakers.length > 0) return void response.end();
      const portTaker = createServer().listen(port, "127.0.0.1", () => void response.end());
      portTakers.push(portTaker);
    });
    const serverId = fixture.makeServer("robbed", "healthy");
    fixture.setEnvironment(serverId, { ASK_FIRST: witness });
    const deployment = await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    const starts = fixture.eventsOf(deployment.id).filter((event) => event.message === "Starting the process");
    expect([portTakers.length, starts.length]).toEqual([1, 2]);
    for (const portTaker of portTakers) portTaker.close();
  });

  test("whose files cannot be written fails with the reason, and the service keeps running", async () => {
    const own = closeAfterTest(await startDeploymentFixture());
    const { serverId, deployment } = await own.run("healthy");
    renameSync(own.context.workDir, `${own.context.workDir}.away`);
    writeFileSync(own.context.workDir, "no folder");
    const failed = await own.waitForStatus(own.deploy(serverId, "1.0.0").id, "failed");
    expect(failed.failure).toEqual({
      step: "build",
      message: "The service's data folder: it is not a folder. Choose another one.",
      log: [],
    });
    expect(own.server(serverId)?.live_deployment_id).toBe(deployment.id);
    rmSync(own.context.workDir);
    renameSync(`${own.context.workDir}.away`, own.context.workDir);
    await own.waitForStatus(own.deploy(serverId, "1.0.0").id, "running");
  });

  test("whose states cannot be saved on a full disk fails with the reason when there is space, and a live one keeps running", async () => {
    const own = closeAfterTest(await startDeploymentFixture());
    const { serverId, deployment } = await own.run("healthy");
    const { pid } = await callTool(own, serverId, "echo");
    const order = own.deploy(serverId, "1.0.0");
    const makeRoom = makeDiskReadOnly(own.context.db);
    await expect.poll(() => own.logged.join()).toContain(`The failure of ${order.id}`);
    await callTool(own, serverId, "crash").catch(() => undefined);
    const again = async () => (await callTool(own, serverId, "echo").catch(() => ({ pid }))).pid;
    await expect.poll(again).not.toBe(pid);
    makeRoom();
    const failed = await own.waitForStatus(order.id, "failed");
    expect(failed.failure?.message).toContain("The service's data folder: ");
    expect(own.server(serverId)?.live_deployment_id).toBe(deployment.id);
  });

  test("is replaced by the previous version when its server is stopped and started again before it is running", async () => {
    const { serverId } = await fixture.run("healthy");
    fixture.publish(serverId, "2.0.0", "neverListens");
    const order = fixture.deploy(serverId, "2.0.0");
    await fixture.waitForStatus(order.id, "starting");
    fixture.supervisor.setDesiredState(serverId, "stopped");
    fixture.supervisor.setDesiredState(serverId, "running");
    const [again] = fixture.supervisor.store.rows("WHERE d.server_id = ? ORDER BY d.id DESC LIMIT 1", serverId);
    expect(again).toMatchObject({ version: "1.0.0" });
    await fixture.waitForStatus(again?.id ?? "", "running");
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy" });
  });

  test("replaces the previous one without a failed request, and the previous one is superseded and removed", async () => {
    const { serverId, deployment } = await fixture.run("healthy");
    fixture.publish(serverId, "2.0.0", "healthy", "second");
    const { pid } = await callTool(fixture, serverId, "echo");
    const slow = callTool(fixture, serverId, "slow", { ms: 1500 });
    let over = false;
    const load = Array.from({ length: 8 }, async () => {
      const labels: string[] = [];
      while (!over) labels.push((await callTool(fixture, serverId, "echo")).label);
      return labels;
    });
    const second = await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0").id, "running");
    expect(await slow).toMatchObject({ label: "healthy" });
    over = true;
    const labels = (await Promise.all(load)).flat();
    expect(new Set(labels)).toEqual(new Set(["healthy", "second"]));
    expect(fixture.supervisor.store.get(deployment.id)?.status).toBe("superseded");
    expect(fixture.server(serverId)?.live_deployment_id).toBe(second.id);
    await expect.poll(() => hasExited(pid)).toBe(true);
    await expect.poll(() => existsSync(join(fixture.context.workDir, deployment.id))).toBe(false);
  });

  test("is superseded by a newer one of the same server while it is starting", async () => {
    const serverId = fixture.makeServer("hurry", "neverListens");
    fixture.publish(serverId, "2.0.0", "healthy");
    const first = fixture.deploy(serverId, "1.0.0");
    await fixture.waitForStatus(first.id, "starting");
    const second = fixture.deploy(serverId, "2.0.0");
    expect(fixture.supervisor.store.get(first.id)?.status).toBe("superseded");
    await fixture.waitForStatus(second.id, "running");
    expect(fixture.eventsOf(first.id).at(-1)?.data?.status).toBe("superseded");
  });

  test("that crashes again and again fails, and the server has no live deployment", async () => {
    const { serverId, deployment } = await fixture.run("healthy");
    for (let crash = 0; crash <= 5; crash += 1) {
      await fixture.waitForDeployment(
        deployment.id,
        ({ status }, events) => status === "running" && countStateEvents(events, "degraded") === crash,
      );
      await callTool(fixture, serverId, "crash").catch(() => undefined);
    }
    const failed = await fixture.waitForStatus(deployment.id, "failed");
    expect(failed.failure).toMatchObject({ step: "run", message: expect.stringContaining("exited with code 7") });
    expect(fixture.server(serverId)?.live_deployment_id).toBeNull();
    await expect(callTool(fixture, serverId, "echo")).rejects.toThrow("503");
  });

  test("is stopped with its server and started again as a new deployment of the same version", async () => {
    const { serverId, deployment } = await fixture.run("healthy");
    const { pid } = await callTool(fixture, serverId, "echo");
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await fixture.waitForStatus(deployment.id, "stopped");
    expect(hasExited(pid)).toBe(true);
    await expect(callTool(fixture, serverId, "echo")).rejects.toThrow("503");
    fixture.supervisor.setDesiredState(serverId, "running");
    const [again] = fixture.supervisor.store.rows("WHERE d.server_id = ? ORDER BY d.id DESC LIMIT 1", serverId);
    expect(again?.id).not.toBe(deployment.id);
    await fixture.waitForStatus(again?.id ?? "", "running");
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy" });
    expect(fixture.supervisor.store.get(deployment.id)?.status).toBe("stopped");
  });

  test("of a server that ignores SIGTERM is ended after the grace period", async () => {
    const quick = await startDeploymentFixture({ stopGraceMs: 500 });
    const { serverId, deployment } = await quick.run("ignoresTerm");
    const { pid } = await callTool(quick, serverId, "echo");
    quick.supervisor.setDesiredState(serverId, "stopped");
    await quick.waitForStatus(deployment.id, "stopped");
    expect(hasExited(pid)).toBe(true);
    await quick.close();
  });

  test("is stopped while it is starting when its server is stopped", async () => {
    const serverId = fixture.makeServer("early", "neverListens");
    const order = fixture.deploy(serverId, "1.0.0");
    await fixture.waitForStatus(order.id, "starting");
    fixture.supervisor.setDesiredState(serverId, "stopped");
    expect(fixture.supervisor.store.get(order.id)?.status).toBe("stopped");
  });
});

test("a deployment that is starting when the service stops is queued again at each next start", async () => {
  const first = await startDeploymentFixture();
  const serverId = first.makeServer("patient", "neverListens");
  const order = first.deploy(serverId, "1.0.0");
  let current = first;
  for (let round = 0; round < 3; round += 1) {
    await current.waitForDeployment(order.id, ({ status }) => status === "starting");
    await current.close(true);
    current = await startDeploymentFixture({}, first.folder);
  }
  await current.waitForDeployment(order.id, ({ status }) => status === "starting");
  await current.close();
});

function countStateEvents(events: readonly DeploymentEvent[], status: string): number {
  return events.filter((event) => event.kind === "state" && event.data?.status === status).length;
}
