import { expect, test } from "vitest";
import * as z from "zod";
import { authenticateApiKey } from "../../../../../src/service/auth/apiKeys.ts";
import { createRuntimeTokens } from "../../../../../src/service/deployments/gateway/runtimeTokens.ts";
import { closeAtEnd } from "../../../../support/closeAtEnd.ts";
import { startDeploymentFixture } from "../../../../support/service/deploymentFixture.ts";
import { getRuntimeToken, postToService } from "../../../../support/service/gatewayCall.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const fixture = await closeAtEnd(startDeploymentFixture());

const owner = () => requireValue(authenticateApiKey(fixture.context, fixture.key));
const createKeyId = async () => {
  const created = await postToService(fixture, "/api/v1/api-keys", { name: "test", scopes: ["runtime"] });
  return z.object({ id: z.string() }).parse(created).id;
};

const openStream = async (id: string, token: string, method: "GET" | "POST") => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow", arguments: { ms: 1 } } };
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  const body = method === "POST" && { body: JSON.stringify(call) };
  const caller = new AbortController();
  const options = { method, headers, ...body, signal: caller.signal };
  const response = await fetch(`${fixture.context.baseUrl()}/mcp/${id}`, options);
  expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
  return { ended: response.text(), leave: () => caller.abort() };
};
const issueToken = async (id: string, keyId: string, ttlSeconds?: number) =>
  (await createRuntimeTokens(fixture.context).issue({ ...owner(), keyId }, id, ttlSeconds)).accessToken;

test.each(["GET", "POST"] as const)(
  "the gateway ends a stream of a %s request with its key, and no other",
  async (method) => {
    const { serverId: id } = await fixture.run("streaming");
    const keyId = await createKeyId();
    const stream = await openStream(id, await issueToken(id, keyId), method);
    const other = await openStream(id, await getRuntimeToken(fixture, id), method);
    fixture.context.db.run("DELETE FROM api_keys WHERE id = ?", keyId);
    await stream.ended;
    expect(await Promise.race([other.ended, "open"])).toBe("open");
  },
);

test("the gateway ends a stream with its token", async () => {
  const { serverId: id } = await fixture.run("streaming");
  const stream = await openStream(id, await issueToken(id, owner().keyId, 5), "POST");
  expect(await stream.ended).toContain("working");
});

test("the gateway ends an endless stream when its server is stopped, before running requests have ended", async () => {
  const { serverId: id, deployment } = await fixture.run("streaming");
  const token = await getRuntimeToken(fixture, id);
  const running = await openStream(id, token, "POST");
  const endless = await openStream(id, token, "GET");
  fixture.supervisor.setDesiredState(id, "stopped");
  await endless.ended;
  expect(fixture.supervisor.store.get(deployment.id)?.status).toBe("running");
  running.leave();
  await expect(running.ended).rejects.toThrow();
});
