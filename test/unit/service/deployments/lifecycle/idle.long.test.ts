import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { closeAfterTest } from "../../../../support/closeAfterTest.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import {
  createStartHold,
  isIdle,
  runServerWith,
  saveServerSettings,
  waitUntilIdle,
} from "../../../../support/deployments/idleServer.ts";
import { createManualClock } from "../../../../support/deployments/manualClock.ts";
import { hasExited } from "../../../../support/hasExited.ts";
import { startDeploymentFixture } from "../../../../support/service/deploymentFixture.ts";
import { callGateway, callTool } from "../../../../support/service/gatewayCall.ts";

const { clock, advance } = createManualClock();
const times = { clock, idleMinuteMs: 1, probeIntervalMs: 40, crashLimit: 50 };
const idleAfterAMinute = { stopWhenIdleMinutes: 1 };
const passMinute = () => advance(times.idleMinuteMs);

const fixture = await closeAtEnd(startDeploymentFixture(times));

const messagesOf = (id: string, kind: string) =>
  fixture
    .eventsOf(id)
    .filter((event) => event.kind === kind)
    .map(({ message }) => message);

async function runIdle(variant: Parameters<typeof runServerWith>[1] = "healthy", environment = {}) {
  const { serverId, deployment } = await runServerWith(fixture, variant, { ...idleAfterAMinute, environment });
  const { pid } = await callTool(fixture, serverId, "echo");
  const idle = await waitUntilIdle(fixture, deployment.id, passMinute);
  return { serverId, id: deployment.id, pid, idle };
}

describe("a server without calls", () => {
  test("ends its process while probes run, and its deployment stays live", async () => {
    const { serverId, id, pid, idle } = await runIdle();
    expect(hasExited(pid)).toBe(true);
    expect(idle).toMatchObject({
      status: "running",
      health: { status: "unknown", checked: [], message: "Idle: starts with the next call." },
    });
    expect(fixture.server(serverId)).toMatchObject({ live_deployment_id: id, desired_state: "running" });
    expect(messagesOf(id, "state").at(-1)).toBe("Stopped because idle.");
    expect(fixture.supervisor.live(serverId)?.uptimeMs()).toBeNull();
    expect(fixture.supervisor.countRunning()).toBe(0);
  });

  test("runs on where the minutes are not set", async () => {
    const { serverId, deployment } = await runServerWith(fixture, "healthy", {});
    const { pid } = await callTool(fixture, serverId, "echo");
    await runIdle();
    expect(hasExited(pid)).toBe(false);
    expect(fixture.supervisor.store.get(deployment.id)?.idleSince).toBeNull();
    fixture.supervisor.setDesiredState(serverId, "stopped");
  });

  test("is not probed, and has no health in its history", async () => {
    const { serverId, id } = await runIdle();
    const before = fixture.supervisor.health.history(id).length;
    await runIdle();
    expect(fixture.supervisor.health.history(id)).toHaveLength(before);
    expect(fixture.supervisor.live(serverId)?.endpoint()).toBeUndefined();
    expect(messagesOf(id, "health")).toEqual(["The server is healthy."]);
  });

  test("runs while a test run uses it", async () => {
    const { serverId, id } = await runIdle();
    const release = fixture.supervisor.live(serverId)?.hold();
    await fixture.waitForDeployment(id, (deployment) => !isIdle(deployment));
    await runIdle();
    expect(isIdle(fixture.supervisor.store.get(id) ?? expect.fail())).toBe(false);
    release?.();
    await waitUntilIdle(fixture, id, passMinute);
  });
});

describe("the next call", () => {
  test("starts the server, waits, and is answered", async () => {
    const { serverId, id, pid } = await runIdle();
    const called = await callTool(fixture, serverId, "echo");
    expect(called.pid).not.toBe(pid);
    expect(messagesOf(id, "state").at(-1)).toMatch(/^Started for a call in [1-9]\d* ms\.$/);
    expect(fixture.supervisor.store.get(id)).toMatchObject({ status: "running", idleSince: null });
  });

  test("of a session that the ended process knew gets 404, so that the client initializes again", async () => {
    const { serverId, id } = await runIdle("sessions");
    const initialize = async () => {
      const response = await callGateway(fixture, serverId, "initialize", { protocolVersion: "2025-11-25" });
      return { "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
    };
    const session = await initialize();
    const inSession = (headers: Record<string, string>) =>
      callGateway(fixture, serverId, "tools/list", {}, { headers }).then(({ status }) => status);
    expect(await inSession(session)).toBe(200);
    await waitUntilIdle(fixture, id, passMinute);
    expect(await inSession(session)).toBe(404);
    expect(await inSession(await initialize())).toBe(200);
  });

  test("is answered with 503 when the start fails, which counts as a crash, and starts the server later", async () => {
    const { serverId, id } = await runIdle();
    const settings = join(fixture.context.workDir, id, "lib", "settings.json");
    writeFileSync(settings, JSON.stringify({ variant: "exitsAtOnce", label: "broken" }));
    const refused = await callGateway(fixture, serverId, "ping", {});
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await refused.json()).toMatchObject({
      detail: expect.stringMatching(/could not be started/),
    });
    expect(messagesOf(id, "state").at(-1)).toMatch(
      /exited with code 3 .* Starting it again in [\d.]+ s \(\d+ of 50\)\.$/,
    );
    writeFileSync(settings, JSON.stringify({ variant: "healthy", label: "repaired" }));
    await fixture.waitForDeployment(id, ({ status }, events) => status === "running" && events.at(-1)?.kind !== "log");
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "repaired" });
  });
});

async function holdWake() {
  const gate = await createStartHold();
  const { serverId, id } = await runIdle("healthy", gate.environment);
  gate.hold();
  const call = callGateway(fixture, serverId, "tools/call", { name: "echo", arguments: {} });
  await expect.poll(gate.countStarts).toBe(2);
  return { gate, serverId, id, call };
}

test("while an idle server starts for a call, a new deployment takes over and answers the call", async () => {
  const { gate, serverId, id, call } = await holdWake();
  fixture.publish(serverId, "2.0.0", "healthy", "second");
  // Its process does not ask, so it is ready first.
  fixture.setEnvironment(serverId, { ASK_FIRST: "" });
  await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0").id, "running");
  const response = await call;
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("second");
  await fixture.waitForStatus(id, "superseded");
  gate.release();
});

describe("an idle server", () => {
  test("can be stopped, and started again", async () => {
    const { serverId, id } = await runIdle();
    fixture.supervisor.setDesiredState(serverId, "stopped");
    await fixture.waitForStatus(id, "stopped");
    fixture.supervisor.setDesiredState(serverId, "running");
    const [again] = fixture.supervisor.store.rows("WHERE d.server_id = ? ORDER BY d.id DESC LIMIT 1", serverId);
    await fixture.waitForStatus(again?.id ?? "", "running");
    await callTool(fixture, serverId, "echo");
  });

  test("can be replaced by a new version, and rolled back", async () => {
    const { serverId, id } = await runIdle();
    fixture.publish(serverId, "2.0.0", "healthy", "second");
    const second = await fixture.waitForStatus(fixture.deploy(serverId, "2.0.0").id, "running");
    await fixture.waitForStatus(id, "superseded");
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "second" });
    await waitUntilIdle(fixture, second.id, passMinute);
    await fixture.waitForStatus(fixture.deploy(serverId, "1.0.0").id, "running");
    expect(await callTool(fixture, serverId, "echo")).toMatchObject({ label: "healthy" });
  });
});

describe("a service that stops", () => {
  test("ends the start of an idle server, and the server is started by its next call after the restart", async () => {
    const gate = await createStartHold();
    const first = await startDeploymentFixture(times);
    const settings = { ...idleAfterAMinute, environment: gate.environment };
    const { serverId, deployment } = await runServerWith(first, "healthy", settings);
    await waitUntilIdle(first, deployment.id, passMinute);
    gate.hold();
    const call = callGateway(first, serverId, "ping", {}).catch(() => undefined);
    await expect.poll(gate.countStarts).toBe(2);
    await first.close(true);
    await call;
    gate.release();
    const second = closeAfterTest(await startDeploymentFixture(times, first.folder));
    const events = second.eventsOf(deployment.id).length;
    expect(second.supervisor.store.get(deployment.id)).toMatchObject({
      status: "running",
      idleSince: expect.any(String),
    });
    expect(gate.countStarts()).toBe(2);
    expect(await callTool(second, serverId, "echo")).toMatchObject({ label: "healthy" });
    expect(gate.countStarts()).toBe(3);
    const later = second.eventsOf(deployment.id).slice(events);
    expect(later.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^Started for a call in/));
  });

  test("starts an idle server at its next start if it is always on since", async () => {
    const first = await startDeploymentFixture(times);
    const { serverId, deployment } = await runServerWith(first, "healthy", idleAfterAMinute);
    await waitUntilIdle(first, deployment.id, passMinute);
    saveServerSettings(first, serverId, {});
    await first.close(true);
    const second = closeAfterTest(await startDeploymentFixture(times, first.folder));
    await second.waitForDeployment(deployment.id, (found) => found.status === "running" && !isIdle(found));
    expect(second.supervisor.countRunning()).toBe(1);
  });
});
