import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { createTeam } from "../../../../src/service/auth/team.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway, callTool } from "../../../support/service/gatewayCall.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";

let fixture: DeploymentFixture;
let serverId: string;
beforeAll(async () => {
  fixture = await startDeploymentFixture();
  serverId = (await fixture.run("healthy")).serverId;
});
afterAll(() => fixture.close());

const usageSchema = z.object({ metrics: z.array(z.object({ name: z.string(), used: z.number() })) });

const call = (path: string, method = "GET", body?: object) =>
  sendWithToken(fixture.context.baseUrl() + path, fixture.key, { method, body });

async function used(name: string) {
  const { metrics } = usageSchema.parse(await (await call("/api/v1/organization/usage")).json());
  return metrics.find((metric) => metric.name === name)?.used ?? Number.NaN;
}

const limit = (limits: object) => createTeam(fixture.context, { organizations: [], members: [], limits });

/** Sends a raw body with any headers. */
const send = (body: string, headers: Record<string, string> = {}) =>
  callGateway(fixture, serverId, "", {}, { body, headers });
const message = (method: string, params: object = { name: "echo", arguments: {} }) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

describe("tool calls through the gateway", () => {
  test("are each counted, for any other messages and headers", async () => {
    const before = await used("toolCalls");
    await callTool(fixture, serverId, "echo");
    await (await callGateway(fixture, serverId, "tools/list", {})).body?.cancel();
    await (await send(message("tools/call"), { "Mcp-Method": "tools/list" })).body?.cancel();
    await (await send(`[${message("tools/call")},${message("tools/list")},${message("tools/call")}]`)).body?.cancel();
    expect((await used("toolCalls")) - before).toBe(4);
  });

  test("are counted in a body that is too large to parse", async () => {
    const before = await used("toolCalls");
    const padding = "tools/call ".repeat(10_000);
    const response = await send(message("tools/call", { name: "echo", arguments: { padding } }));
    expect(response.status).toBe(200);
    await response.body?.cancel();
    await (await send(message("tools/list", { padding: `"method":"tools/call" ${padding}` }))).body?.cancel();
    expect((await used("toolCalls")) - before).toBe(1);
  });

  test("in an encoding that the gateway cannot read are rejected", async () => {
    const body = message("tools/call");
    for (const [bytes, headers] of [
      [gzipSync(body), { "Content-Encoding": "gzip" }],
      [Buffer.from(body, "utf16le"), { "Content-Type": "application/json; charset=utf-16" }],
      [Buffer.from(body), { "Content-Type": "application/json; charset=utf-8; charset=utf-16le" }],
    ] as const) {
      const response = await callGateway(fixture, serverId, "", {}, { body: bytes, headers });
      expect([headers, response.status]).toEqual([headers, 415]);
      await response.body?.cancel();
    }
    const utf8 = await send(message("tools/list"), { "Content-Type": 'application/json; charset="UTF-8"' });
    expect(utf8.status).toBe(200);
    await utf8.body?.cancel();
  });

  test("beyond the limit are rejected before the server receives them, and other requests are not", async () => {
    const other = await startDeploymentFixture();
    const own = fixture;
    fixture = other;
    try {
      serverId = (await other.run("healthy")).serverId;
      limit({ toolCalls: 2 });
      await callTool(other, serverId, "echo");
      await callTool(other, serverId, "echo");
      const padding = "x".repeat(50_000);
      const long = message("tools/call", { name: "crash", arguments: { padding } });
      for (const body of [
        message("tools/call", { name: "crash", arguments: {} }),
        long,
        `[${message("tools/call")}]`,
        long.replace("method", "m\\u0065thod"),
        `{"method":"tools/list","padding":"${padding}${padding}",${long.slice(1)}`,
      ]) {
        const refused = await send(body);
        expect(refused.status).toBe(403);
        expect(refused.headers.get("Content-Type")).toBe("application/problem+json");
        expect(await refused.json()).toMatchObject({
          code: "limit_reached",
          detail: expect.stringMatching(
            /^The organization has used 2 of 2 tool calls\. The next period starts on 1 \w+ \d{4} \(UTC\)\.$/,
          ),
        });
      }
      const listed = await callGateway(other, serverId, "tools/list", { padding });
      expect([listed.status, await used("toolCalls")]).toEqual([200, 2]);
      await listed.body?.cancel();
    } finally {
      fixture = own;
      await other.close();
    }
  });

  test("are all counted when the service stops", async () => {
    const other = await startDeploymentFixture();
    const { serverId: id } = await other.run("healthy");
    await Promise.all(Array.from({ length: 30 }, () => callTool(other, id, "echo")));
    await other.close(true);
    const own = fixture;
    fixture = await startDeploymentFixture({}, other.folder);
    expect(await used("toolCalls")).toBe(30);
    await fixture.close();
    fixture = own;
  });
});

test("deployments beyond the limit are rejected, both for a new deployment and for a restart, and nothing changes", async () => {
  const other = await startDeploymentFixture();
  const own = fixture;
  fixture = other;
  try {
    const { serverId: id, deployment } = await other.run("healthy");
    expect(await used("deployments")).toBe(1);
    limit({ deployments: 1 });
    const path = `/api/v1/server/deploy?id=${id}`;
    const refused = await call(path, "POST", { environment: { CHANGED: "yes" } });
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: "limit_reached", errors: [expect.objectContaining({ path: "deployments" })] }),
    ]);
    const server = async () =>
      z.object({ items: z.tuple([z.looseObject({})]) }).parse(await (await call(`/api/v1/servers?id=${id}`)).json())
        .items[0];
    expect(await server()).toMatchObject({
      environment: {},
      liveDeploymentId: deployment.id,
      desiredState: "running",
    });
    await call(`/api/v1/server?id=${id}`, "PATCH", { desiredState: "stopped" });
    await other.waitForStatus(deployment.id, "stopped");
    const before = await server();
    expect((await call(`/api/v1/server?id=${id}`, "PATCH", { desiredState: "running" })).status).toBe(403);
    expect(await server()).toEqual(before);
    expect(await used("deployments")).toBe(1);
    limit({ deployments: null });
    expect((await call(path, "POST", {})).status).toBe(202);
    expect(await used("deployments")).toBe(2);
  } finally {
    fixture = own;
    await other.close();
  }
});

test("the logs of deployments count as storage", async () => {
  const { serverId: id, deployment } = await fixture.run("healthy");
  const before = await used("storage");
  await callTool(fixture, id, "echo", { log: "x".repeat(8000) });
  await fixture.waitForDeployment(deployment.id, (_, events) =>
    events.some((event) => event.message?.startsWith("xx")),
  );
  expect((await used("storage")) - before).toBeGreaterThan(8000);
});
