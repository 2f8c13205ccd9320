import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasExited, runServerWith, waitUntilIdle } from "../../../../support/deployments/idleServer.ts";
import { createManualClock } from "../../../../support/deployments/manualClock.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../../../support/service/deploymentFixture.ts";
import { callGateway, callTool } from "../../../../support/service/gatewayCall.ts";

const { clock, advance } = createManualClock();
const idleMinuteMs = 1;

let fixture: DeploymentFixture;
beforeAll(async () => {
  fixture = await startDeploymentFixture({ clock, idleMinuteMs });
});
afterAll(() => fixture.close());

/** Calls all replicas at once, and again until each has answered, and returns the numbers of their processes. */
async function findProcesses(serverId: string, replicas: number): Promise<Set<number>> {
  const call = () => callTool(fixture, serverId, "slow", { ms: 100 });
  const callAll = async () =>
    new Set((await Promise.all(Array.from({ length: replicas }, call))).map(({ pid }) => pid));
  let found = await callAll();
  while (found.size < replicas) found = await callAll();
  return found;
}

describe("a server with three replicas", () => {
  test("says how many are ready, and names the replica in its log", async () => {
    const { serverId, deployment } = await runServerWith(fixture, "healthy", { replicas: 3 });
    await callTool(fixture, serverId, "echo", { log: "here I am" });
    const found = await fixture.waitForDeployment(deployment.id, (_, events) =>
      events.some(({ message }) => message === "here I am"),
    );
    const events = fixture.eventsOf(found.id);
    expect(events.find(({ message }) => message === "here I am")?.data).toMatchObject({ replica: expect.any(Number) });
    const starts = events.filter(({ message }) => message === "Starting the process");
    expect(starts.map(({ data }) => data?.replica)).toEqual([1, 2, 3]);
    const [process] = fixture.supervisor.health.history(found.id).at(-1)?.checks ?? [];
    expect(process).toMatchObject({ name: "process", status: "healthy", message: "3 of 3 ready" });
  });

  test("sends the requests of a session to the process that knows it", async () => {
    const { serverId } = await runServerWith(fixture, "sessions", { replicas: 3 });
    const initialize = async () => {
      const response = await callGateway(fixture, serverId, "initialize", { protocolVersion: "2025-11-25" });
      return response.headers.get("mcp-session-id") ?? "";
    };
    const sessions = await Promise.all(Array.from({ length: 6 }, initialize));
    const statuses = sessions.flatMap((session) =>
      Array.from({ length: 5 }, async () => {
        const headers = { "mcp-session-id": session };
        return (await callGateway(fixture, serverId, "tools/list", {}, { headers })).status;
      }),
    );
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    const unknown = { "mcp-session-id": "another" };
    expect((await callGateway(fixture, serverId, "tools/list", {}, { headers: unknown })).status).toBe(404);
  });

  test("becomes idle as a whole, and one call starts all of them", async () => {
    const { serverId, deployment } = await runServerWith(fixture, "healthy", { replicas: 3, stopWhenIdleMinutes: 1 });
    const pids = await findProcesses(serverId, 3);
    await waitUntilIdle(fixture, deployment.id, () => advance(idleMinuteMs));
    expect([...pids].map(hasExited)).toEqual([true, true, true]);
    await callTool(fixture, serverId, "echo");
    await findProcesses(serverId, 3);
    const states = fixture.eventsOf(deployment.id).filter(({ kind }) => kind === "state");
    expect(states.slice(-2).map(({ message }) => message)).toEqual([
      "Stopped because idle.",
      expect.stringMatching(/^Started for a call in \d+ ms\.$/),
    ]);
  });
});

test("three replicas are replaced by a new version without a failed call", async () => {
  const { serverId, deployment } = await runServerWith(fixture, "healthy", { replicas: 3 });
  const before = await findProcesses(serverId, 3);
  let isOver = false;
  const answered: string[] = [];
  const callers = Array.from({ length: 6 }, async () => {
    while (!isOver) answered.push((await callTool(fixture, serverId, "slow", { ms: 5 })).label);
  });
  for (const [label, version] of [
    ["second", "2.0.0"],
    ["third", "3.0.0"],
  ] as const) {
    fixture.publish(serverId, version, "healthy", label);
    await fixture.waitForStatus(fixture.deploy(serverId, version).id, "running");
    await expect.poll(() => new Set(answered.slice(-12))).toEqual(new Set([label]));
  }
  isOver = true;
  // A call that fails rejects.
  await Promise.all(callers);
  expect(new Set(answered)).toEqual(new Set(["healthy", "second", "third"]));
  expect(fixture.supervisor.store.get(deployment.id)?.status).toBe("superseded");
  await expect.poll(() => [...before].filter((pid) => !hasExited(pid))).toEqual([]);
});
