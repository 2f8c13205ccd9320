import { describe, expect, test } from "vitest";
import * as z from "zod";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callTool, postToService } from "../../../support/service/gatewayCall.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";

const fixture = await closeAtEnd(startThreadFixture());
const { serverId, deployment } = await fixture.run("healthy");
const deploymentId = deployment.id;

const get = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(fixture.context.baseUrl() + path, {
    headers: { Authorization: `Bearer ${fixture.key}`, ...headers },
    ...(signal && { signal }),
  });
const stream = (id: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  get(`/api/v1/deployment/events?id=${id}`, { Accept: "text/event-stream", ...headers }, signal);

/** Reads sequence numbers from a stream until it ends or `enough` have arrived. */
async function sequences(response: Response, enough = Number.POSITIVE_INFINITY): Promise<number[]> {
  const found: number[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    for (const part of parts) {
      const id = /^id: (\d+)$/m.exec(part)?.[1];
      if (id !== undefined) found.push(Number(id));
    }
    if (found.length >= enough) break;
  }
  return found;
}

describe("the events of a deployment", () => {
  test("are read in at most a hundred streams of a key at the same time", async () => {
    const leave = new AbortController();
    const open = await Promise.all(Array.from({ length: 100 }, () => stream(deploymentId, {}, leave.signal)));
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
    expect((await stream(deploymentId)).status).toBe(429);
    for (const response of open) response.body?.cancel().catch(() => {});
    leave.abort();
    const status = async () => {
      const again = await stream(deploymentId);
      await again.body?.cancel();
      return again.status;
    };
    await expect.poll(status).toBe(200);
  });

  test("are a list in pages, oldest first", async () => {
    const schema = z.object({ items: z.array(z.object({ sequence: z.number() })), nextCursor: z.string().nullable() });
    const first = schema.parse(await (await get(`/api/v1/deployment/events?id=${deploymentId}&limit=3`)).json());
    expect(first.items.map((event) => event.sequence)).toEqual([1, 2, 3]);
    const rest = await get(`/api/v1/deployment/events?id=${deploymentId}&after=${first.nextCursor}`);
    const second = schema.parse(await rest.json());
    expect(second.items[0]?.sequence).toBe(4);
    expect(second.nextCursor).toBeNull();
  });

  test("continue after Last-Event-ID, which is newer than the URL of the stream", async () => {
    const known = fixture.eventsOf(deploymentId).length;
    const headers = { Accept: "text/event-stream", "Last-Event-ID": String(known - 1) };
    const response = await get(`/api/v1/deployment/events?id=${deploymentId}&after=1`, headers);
    expect((await sequences(response, 1))[0]).toBe(known);
  });

  test.each([
    ["is deleted", "DELETE FROM api_keys WHERE id = ?"],
    ["expires", "UPDATE api_keys SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ?"],
  ])("are not sent to a key after it %s", async (_, change) => {
    const { id, key } = z
      .object({ id: z.string(), key: z.string() })
      .parse(await postToService(fixture, "/api/v1/api-keys", { name: "short", scopes: ["read"] }));
    const known = fixture.eventsOf(deploymentId).length;
    const headers = { Authorization: `Bearer ${key}`, "Last-Event-ID": String(known) };
    const following = sequences(await stream(deploymentId, headers));
    fixture.context.db.run(change, id);
    await callTool(fixture, serverId, "echo", { log: "for others" });
    expect(await following).toEqual([]);
  });

  test("are fewer where a server floods its log, with the number of the lines that were dropped", async () => {
    const { deployment } = await fixture.run("noisy");
    const readLogs = () => fixture.eventsOf(deployment.id).filter((event) => event.kind === "log");
    const countLines = () => readLogs().reduce((sum, { data }) => sum + Number(data?.dropped ?? 1), 0);
    // Each second has a count of its own.
    await expect.poll(countLines).toBe(3001);
    expect(readLogs().length).toBeLessThan(1500);
  });

  test("return 404 for an unknown deployment, as a stream and as a list", async () => {
    expect((await stream("dep_none")).status).toBe(404);
    expect((await get("/api/v1/deployment/events?id=dep_none")).status).toBe(404);
  });
});

describe("the health of a deployment", () => {
  const health = z.looseObject({
    status: z.string(),
    uptimeMs: z.number().nullable(),
    restarts: z.number(),
    checks: z.array(z.looseObject({ name: z.string(), status: z.string() })),
    history: z.array(z.looseObject({ status: z.string(), latencyMs: z.number().nullable() })),
  });
  const healthOf = async (id: string) => health.parse(await (await get(`/api/v1/deployment/health?id=${id}`)).json());

  test("has three checks and a growing history, and one event while nothing changes", async () => {
    await expect.poll(async () => (await healthOf(deploymentId)).history.length).toBeGreaterThan(2);
    const found = await healthOf(deploymentId);
    expect(found).toMatchObject({ status: "healthy", restarts: 0 });
    expect(found.checks.map((check) => [check.name, check.status])).toEqual([
      ["process", "healthy"],
      ["handshake", "healthy"],
      ["tools", "healthy"],
    ]);
    expect(found.uptimeMs).toBeGreaterThan(0);
    expect(fixture.eventsOf(deploymentId).filter((event) => event.kind === "health")).toHaveLength(1);
  });

  test("is unhealthy while a crashed process is not running, and unknown once the server is stopped", async () => {
    const slow = closeAfterTest(await startThreadFixture({ backOffMs: 60_000, backOffMaxMs: 60_000 }));
    const { deployment, serverId } = await slow.run("healthy");
    await callTool(slow, serverId, "crash").catch(() => undefined);
    await slow.waitForStatus(deployment.id, "degraded");
    const response = await fetch(`${slow.context.baseUrl()}/api/v1/deployment/health?id=${deployment.id}`, {
      headers: { Authorization: `Bearer ${slow.key}` },
    });
    expect(health.parse(await response.json())).toMatchObject({ status: "unhealthy", restarts: 1, uptimeMs: null });
    slow.supervisor.setDesiredState(serverId, "stopped");
    await slow.waitForStatus(deployment.id, "stopped");
  });
});

describe("POST /api/v1/server/deploy", () => {
  const deploy = (id: string, body: object) =>
    sendWithToken(`${fixture.context.baseUrl()}/api/v1/server/deploy?id=${id}`, fixture.key, { body });

  test("deploys the latest version, saves the environment and returns 202 with the queued deployment", async () => {
    const serverId = fixture.makeServer("ordered", "healthy");
    fixture.publish(serverId, "1.1.0", "healthy", "latest");
    const response = await deploy(serverId, { environment: { GREETING: "hello" }, message: "first" });
    expect(response.status).toBe(202);
    const ordered = z.looseObject({ id: z.string() }).parse(await response.json());
    expect(ordered).toMatchObject({ status: "queued", version: "1.1.0", message: "first", etag: '"1"' });
    expect(response.headers.get("ETag")).toBe('"1"');
    await fixture.waitForStatus(ordered.id, "running");
    expect((await callTool(fixture, serverId, "echo")).env).toMatchObject({ GREETING: "hello" });
    const list = await (await get(`/api/v1/deployments?serverId=${serverId}`)).json();
    expect(list).toMatchObject({ items: [{ id: ordered.id, status: "running" }], nextCursor: null });
  });

  test("rejects a server without a version, an unknown version and an unknown server", async () => {
    const serverId = fixture.makeServer("empty");
    expect((await deploy(serverId, {})).status).toBe(409);
    fixture.publish(serverId, "1.0.0", "healthy");
    expect((await deploy(serverId, { version: "9.9.9" })).status).toBe(404);
    expect((await deploy("srv_none", {})).status).toBe(404);
  });

  test("lists the required variables without a value and changes nothing", async () => {
    const serverId = fixture.makeServer("wanting", "healthy");
    const expected = [{ name: "API_TOKEN", required: true, secret: true, description: "" }];
    const artifact = fixture.server(serverId)?.artifact_id ?? "";
    fixture.context.db.run("DROP TRIGGER versions_stay");
    fixture.context.db.run(
      "UPDATE versions SET variables_json = ? WHERE artifact_id = ?",
      JSON.stringify(expected),
      artifact,
    );
    const response = await deploy(serverId, { environment: { OTHER: "x" } });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("API_TOKEN") });
    expect(fixture.supervisor.store.rows("WHERE d.server_id = ?", serverId)).toEqual([]);
    expect((await deploy(serverId, { environment: { API_TOKEN: "y" } })).status).toBe(202);
  });
});
