import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { authenticateApiKey } from "../../../../src/service/auth/apiKeys.ts";
import { createTeam } from "../../../../src/service/auth/team.ts";
import { createRuntimeTokens } from "../../../../src/service/deployments/gateway/runtimeTokens.ts";
import { idRow } from "../../../../src/service/storage/rows/storedRow.ts";
import { insertItem } from "../../../../src/service/storage/writeItems.ts";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway, callTool, getRuntimeToken, postToService } from "../../../support/service/gatewayCall.ts";
import { requireValue } from "../../../support/service/requireValue.ts";

const fixture = await closeAtEnd(startThreadFixture());
const base = fixture.context.baseUrl();
const { serverId } = await fixture.run("healthy");

const listWith = (token: string) =>
  callGateway(fixture, serverId, "tools/list", {}, { headers: { Authorization: `Bearer ${token}` } });
const owner = () => {
  return requireValue(authenticateApiKey(fixture.context, fixture.key));
};
const json = async (url: string): Promise<unknown> => (await fetch(url)).json();
const newKey = async (scopes: string[]) =>
  z
    .object({ id: z.string(), key: z.string() })
    .parse(await postToService(fixture, "/api/v1/api-keys", { name: "test", scopes }));

describe("the gateway rejects", () => {
  test("a request without a token, and names the authorization server", async () => {
    const response = await fetch(`${base}/mcp/${serverId}`, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
    const found = /resource_metadata="([^"]+)"/.exec(response.headers.get("WWW-Authenticate") ?? "")?.[1];
    const metadata = await json(found ?? "");
    expect(metadata).toMatchObject({ resource: `${base}/mcp/${serverId}`, authorization_servers: [base] });
    const server = await json(`${base}/.well-known/oauth-authorization-server`);
    expect(server).toMatchObject({ issuer: base, token_endpoint: `${base}/oauth/runtime/token` });
    const published = await json(`${base}/oauth/jwks`);
    expect(server).toMatchObject({ jwks_uri: `${base}/oauth/jwks` });
    expect(published).toEqual({ keys: [expect.objectContaining({ kty: "EC", alg: "ES256" })] });
    expect(JSON.stringify(published)).not.toContain('"d"');
  });

  test("an API key in place of a token", async () => {
    expect((await listWith(fixture.key)).status).toBe(401);
  });

  test("an expired token, even one that it accepted before", async () => {
    let now = Date.now();
    const tokens = createRuntimeTokens({ ...fixture.context, clock: () => new Date(now) });
    const { accessToken } = await tokens.issue(owner(), serverId, 60);
    expect(await tokens.verify(accessToken, serverId)).toBeUndefined();
    now += 61_000;
    expect(await tokens.verify(accessToken, serverId)).toEqual({ refused: "The token has expired." });
  });

  test("a token signed with another key and a token without a signature", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const forged = await new SignJWT({ client_id: owner().keyId })
      .setProtectedHeader({ alg: "ES256", typ: "at+jwt" })
      .setIssuer(base)
      .setAudience(`${base}/mcp/${serverId}`)
      .setExpirationTime("10m")
      .sign(privateKey);
    expect((await listWith(forged)).status).toBe(401);
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url")}.${forged.split(".")[1]}.`;
    expect((await listWith(none)).status).toBe(401);
  });

  test.each([
    ["deleted", "DELETE FROM api_keys WHERE id = ?"],
    ["expired", "UPDATE api_keys SET expires_at = '2020-01-01T00:00:00.000Z' WHERE id = ?"],
  ])("a token of an API key that is %s, although the token itself is valid for longer", async (_, change) => {
    const key = await newKey(["runtime"]);
    const tokens = createRuntimeTokens(fixture.context);
    const { accessToken } = await tokens.issue({ ...owner(), keyId: key.id }, serverId);
    expect((await listWith(accessToken)).status).toBe(200);
    fixture.context.db.run(change, key.id);
    expect((await listWith(accessToken)).status).toBe(401);
  });

  test("a token of a user who is not a member of the server's organization", async () => {
    const { db } = fixture.context;
    const members = [{ name: "Ann", email: "ann@example.org" }];
    const [ann] = createTeam(fixture.context, { organizations: [], members, limits: {} });
    const { accessToken } = z
      .object({ accessToken: z.string() })
      .parse(await postToService({ ...fixture, key: ann?.key ?? "" }, "/api/v1/runtime/auth/token", { serverId }));
    expect((await listWith(accessToken)).status).toBe(200);
    db.run("DELETE FROM memberships WHERE user_id = (SELECT id FROM users WHERE email = 'ann@example.org')");
    const refused = await listWith(accessToken);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("WWW-Authenticate")).toContain("not a member of the server's organization");
  });

  test("a token for a server of another organization, although its key has just called one of its own", async () => {
    const { context } = fixture;
    createTeam(context, { organizations: ["Others"], members: [], limits: {} });
    const others = context.db.get(idRow, "SELECT id FROM organizations WHERE name = 'Others'");
    const foreign = fixture.makeServer("foreign");
    const project = { id: "prj_others", organization_id: others?.id ?? "", name: "others", slug: "others" };
    insertItem(context, "projects", { ...project, description: "" });
    context.db.run("UPDATE servers SET project_id = ? WHERE id = ?", project.id, foreign);
    context.db.run("DELETE FROM memberships WHERE organization_id = ?", project.organization_id);
    const tokens = createRuntimeTokens(context);
    const [own, other] = await Promise.all([serverId, foreign].map((id) => tokens.issue(owner(), id)));
    expect(await tokens.verify(own?.accessToken ?? "", serverId)).toBeUndefined();
    const refused = "The user of this token is not a member of the server's organization.";
    expect(await tokens.verify(other?.accessToken ?? "", foreign)).toEqual({ refused });
  });

  test.each(["HEAD", "PUT", "OPTIONS"])("a method that MCP does not use: %s", async (method) => {
    const authorization = `Bearer ${await getRuntimeToken(fixture, serverId)}`;
    const { status, headers } = await fetch(`${base}/mcp/${serverId}`, { method, headers: { authorization } });
    expect([status, headers.get("allow")]).toEqual([405, "POST, GET, DELETE"]);
    expect(headers.get("content-type")).toBe("application/problem+json");
  });

  test("an unknown server and a server that is not running", async () => {
    expect((await fetch(`${base}/mcp/srv_none`, { method: "POST" })).status).toBe(404);
    const idle = fixture.makeServer("idle");
    const response = await callGateway(fixture, idle, "tools/list", {});
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("2");
    await response.body?.cancel();
  });

  test("a body that a browser can send without a preflight, and a request from a web page", async () => {
    const plain = await callGateway(fixture, serverId, "tools/list", {}, { headers: { "Content-Type": "text/plain" } });
    expect(plain.status).toBe(415);
    const foreign = await callGateway(
      fixture,
      serverId,
      "tools/list",
      {},
      { headers: { Origin: "https://example.com" } },
    );
    expect(foreign.status).toBe(403);
  });
});

describe("the gateway", () => {
  test("forwards a request without the caller's credentials", async () => {
    const { headers, env } = await callTool(fixture, serverId, "echo");
    expect(headers).not.toHaveProperty("authorization");
    expect(headers).toMatchObject({ "content-type": "application/json", host: "localhost" });
    expect(JSON.stringify(env)).not.toContain("flk_");
  });

  test("forwards events as they arrive, without the server's CORS headers, and the disconnection of the caller", async () => {
    const streaming = await fixture.run("streaming");
    const leaving = new AbortController();
    const call = { name: "slow", arguments: { ms: 1 } };
    const response = await callGateway(fixture, streaming.serverId, "tools/call", call, { signal: leaving.signal });
    expect(response.headers.get("Content-Type")).toContain("text/event-stream");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect(response.headers.get("X-Request-Id")).toMatch(/^req_/);
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toContain("working");
    const before = fixture.eventsOf(streaming.deployment.id).filter((event) => event.message === "caller left").length;
    leaving.abort();
    await fixture.waitForDeployment(
      streaming.deployment.id,
      (_, events) => events.filter((event) => event.message === "caller left").length > before,
    );
  });

  test("logs each call with tool, status and time, or counts it, and responds when the server crashes, which degrades it", async () => {
    const { serverId: called, deployment } = await fixture.run("healthy");
    await Promise.all(Array.from({ length: 60 }, () => callTool(fixture, called, "echo", { secret: "s3cr3t" })));
    type Events = readonly {
      readonly kind?: unknown;
      readonly data?: Readonly<Record<string, unknown>> | null | undefined;
    }[];
    const countCalls = (events: Events) =>
      events.reduce((sum, { kind, data }) => sum + (kind === "request" ? Number(data?.counted ?? 1) : 0), 0);
    await fixture.waitForDeployment(deployment.id, (_, events) => countCalls(events) >= 60);
    const events = fixture.eventsOf(deployment.id).filter(({ kind }) => kind === "request");
    expect(countCalls(events)).toBe(60);
    expect(events[0]).toMatchObject({ level: "debug", data: { method: "tools/call", tool: "echo", status: 200 } });
    expect(JSON.stringify(events)).not.toContain("s3cr3t");
    const response = await callGateway(fixture, called, "tools/call", { name: "crash", arguments: {} });
    await response.body?.cancel();
    expect([200, 502]).toContain(response.status);
    await fixture.waitForDeployment(deployment.id, (_, all) => all.some(({ data }) => data?.status === "degraded"));
  });
});

describe("POST /oauth/runtime/token", () => {
  const oauth = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${base}/oauth/runtime/token`, { method: "POST", body: new URLSearchParams(fields), headers });
  const client = () => ({ client_id: owner().keyId, client_secret: fixture.key });
  const order = () => ({ grant_type: "client_credentials", resource: `${base}/mcp/${serverId}` });

  test("issues a token for the server, for credentials in the body and in a Basic header", async () => {
    const basic = Buffer.from(`${client().client_id}:${client().client_secret}`).toString("base64");
    for (const response of [
      await oauth({ ...order(), ...client() }),
      await oauth(order(), { Authorization: `Basic ${basic}` }),
    ]) {
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      const token = z.looseObject({ access_token: z.string() }).parse(await response.json());
      expect(token).toMatchObject({ token_type: "Bearer", expires_in: 900 });
      expect((await listWith(token.access_token)).status).toBe(200);
    }
  });

  test.each([
    ["invalid_client", 401, { client_secret: "flk_wrong" }],
    ["invalid_client", 401, { client_id: "key_other" }],
    ["unsupported_grant_type", 400, { grant_type: "password" }],
    ["invalid_target", 400, { resource: "https://example.com/mcp/x" }],
    ["invalid_target", 400, { resource: "" }],
    ["invalid_scope", 400, { scope: "runtime admin" }],
  ])("returns %s with %i", async (error, status, change) => {
    const response = await oauth({ ...order(), ...client(), ...change });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error });
  });

  test("issues no token for a server that does not exist", async () => {
    const response = await oauth({ ...order(), ...client(), resource: `${base}/mcp/srv_none` });
    expect(await response.json()).toMatchObject({ error: "invalid_target" });
  });

  test("rejects a form that is too large", async () => {
    const response = await oauth({ ...order(), scope: "x".repeat(100_000) });
    expect([response.status, await response.json()]).toMatchObject([400, { error: "invalid_request" }]);
  });

  test("issues no token to a key without the scope runtime", async () => {
    const key = await newKey(["read"]);
    const response = await oauth({ ...order(), client_id: key.id, client_secret: key.key });
    expect(await response.json()).toMatchObject({ error: "unauthorized_client" });
  });
});
