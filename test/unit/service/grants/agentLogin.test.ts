import { get } from "node:http";
import { decodeJwt } from "jose";
import { afterAll, describe, expect, test } from "vitest";
import {
  agentRedirect,
  answerGrantRequest,
  createAuthorizeUrl,
  createPkce,
  exchangeCode,
  logIn,
  postToken,
  readGrantRequests,
  registerAgentId,
  startLogin,
} from "../../../support/oauth/agentLogin.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { callGateway } from "../../../support/service/gatewayCall.ts";

const fixture = await startThreadFixture();
const service = { url: fixture.context.baseUrl(), key: fixture.key };
const serverId = (await fixture.run("healthy")).serverId;
const resource = `${service.url}/mcp/${serverId}`;
afterAll(() => fixture.close());

const { challenge } = createPkce();
const listTools = async (token = "", id = serverId) => {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await callGateway(fixture, id, "tools/list", {}, { headers });
  await response.text();
  return response.status;
};
const isRevoked = async (token: string | undefined) => (await listTools(token)) === 401;
const refresh = (clientId: string, token = "", changes: Readonly<Record<string, string>> = {}) =>
  postToken(service, { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...changes });

describe("an agent that logs in", () => {
  test("gets a token for one server after a yes, and another one for its refresh token", async () => {
    const login = await logIn(service, resource);
    expect(login.returned?.href.startsWith(`${agentRedirect}?`)).toBe(true);
    expect(login.returned?.searchParams.get("state")).toBe("s1");
    expect(login.returned?.searchParams.get("iss")).toBe(service.url);
    const first = await exchangeCode(service, login, { resource });
    expect(first).toMatchObject({ status: 200, token_type: "Bearer", scope: "runtime", expires_in: 900 });
    expect(first.headers.get("Cache-Control")).toBe("no-store");
    expect(decodeJwt(first.access_token ?? "")).toMatchObject({ aud: resource, iss: service.url });
    expect(await listTools(first.access_token)).toBe(200);
    const second = await refresh(login.clientId, first.refresh_token, { resource, scope: "runtime" });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await listTools(second.access_token)).toBe(200);
  });

  test("is asked about with what it is, the server, its tools, the number of the page and where the answer goes", async () => {
    const clientId = await registerAgentId(service);
    const login = await startLogin(service, { client_id: clientId, code_challenge: challenge, resource });
    const asked = (await readGrantRequests(service)).items.find(({ id }) => id === login.id);
    expect(asked).toMatchObject({
      ...{ client: "Claude Code", clientHost: null, redirectTarget: "127.0.0.1:8765", serverId, serverName: "healthy" },
    });
    expect(login.page.text).toContain("Claude Code wants to use healthy");
    expect(login.page.text).toContain(`<strong>${asked?.number}</strong>`);
    expect(login.page.text).toContain('<meta http-equiv="refresh"');
    await answerGrantRequest(service, login.id, { allow: false });
    const returned = await login.finish();
    expect(returned?.searchParams.get("error")).toBe("access_denied");
    expect(returned?.searchParams.get("iss")).toBe(service.url);
    expect((await answerGrantRequest(service, login.id, { allow: true })).status).toBe(409);
  });

  test.each([
    { "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty", "Sec-Fetch-Site": "same-site" },
  ])("is not asked about when another page loads the page: %o", async (headers) => {
    const clientId = await registerAgentId(service);
    const url = createAuthorizeUrl(service, { client_id: clientId, code_challenge: challenge, resource });
    const { items } = await readGrantRequests(service);
    // A `fetch` would replace these headers.
    const status = await new Promise((resolve, reject) => {
      get(url, { headers }, (response) => resolve(response.resume().statusCode)).once("error", reject);
    });
    expect(status).toBe(400);
    expect((await readGrantRequests(service)).items).toHaveLength(items.length);
  });

  test("is asked about when the user opens the page from another one", async () => {
    const clientId = await registerAgentId(service);
    const url = createAuthorizeUrl(service, { client_id: clientId, code_challenge: challenge, resource });
    const headers = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" };
    const location = await new Promise<string>((resolve, reject) => {
      get(url, { headers }, (response) => resolve(response.resume().headers.location ?? "")).once("error", reject);
    });
    const id = new URL(location, service.url).searchParams.get("id") ?? "";
    expect((await answerGrantRequest(service, id, { allow: false })).status).toBe(204);
  });

  test("learns at once that it is asked about, and the page goes on at once", async () => {
    const { revision } = await readGrantRequests(service);
    const next = readGrantRequests(service, revision);
    const clientId = await registerAgentId(service);
    const login = await startLogin(service, { client_id: clientId, code_challenge: challenge, resource });
    expect((await next).items.map(({ id }) => id)).toContain(login.id);
    const finished = login.finish();
    await answerGrantRequest(service, login.id, { allow: true });
    expect((await finished)?.searchParams.get("code")).toMatch(/^[\w-]{43}$/);
  });
});

describe("a stolen code", () => {
  test("that is used a second time ends what was granted for it", async () => {
    const login = await logIn(service, resource);
    const granted = await exchangeCode(service, login);
    expect(await listTools(granted.access_token)).toBe(200);
    expect(await exchangeCode(service, login)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await isRevoked(granted.access_token)).toBe(true);
    expect(await refresh(login.clientId, granted.refresh_token)).toMatchObject({ error: "invalid_grant" });
  });

  test.each([
    ["without its verifier", { code_verifier: createPkce().verifier }, "invalid_grant"],
    ["with the challenge as verifier, which plain PKCE would accept", { code_verifier: challenge }, "invalid_grant"],
    ["as another client", { client_id: "dyn_other" }, "invalid_grant"],
    ["for another redirect URI", { redirect_uri: "http://127.0.0.1:1/callback" }, "invalid_grant"],
    ["for another server", { resource: "RESOURCE/other" }, "invalid_target"],
  ])("is useless %s, and for its owner afterwards", async (_, changes, error) => {
    const login = await logIn(service, resource);
    const given = Object.entries(changes).map(([name, value]) => [name, value.replace("RESOURCE", service.url)]);
    expect(await exchangeCode(service, login, Object.fromEntries(given))).toMatchObject({ status: 400, error });
    expect(await exchangeCode(service, login)).toMatchObject({ status: 400, error: "invalid_grant" });
  });

  test("is useless after a minute, and a made up one always", async () => {
    const login = await logIn(service, resource);
    expect(await exchangeCode(service, { ...login, code: "x".repeat(43) })).toMatchObject({ error: "invalid_grant" });
    expect(await postToken(service, { grant_type: "authorization_code", code: login.code })).toMatchObject({
      ...{ status: 400, error: "invalid_request" },
    });
    expect(await postToken(service, { grant_type: "password" })).toMatchObject({ error: "unsupported_grant_type" });
  });
});

describe("a refresh token", () => {
  test("that is used a second time ends the login, also the newest token", async () => {
    const login = await logIn(service, resource);
    const first = await exchangeCode(service, login);
    const second = await refresh(login.clientId, first.refresh_token);
    expect(second.status).toBe(200);
    expect(await refresh(login.clientId, first.refresh_token)).toMatchObject({ status: 400, error: "invalid_grant" });
    expect(await refresh(login.clientId, second.refresh_token)).toMatchObject({ error: "invalid_grant" });
    expect(await isRevoked(second.access_token)).toBe(true);
  });

  test("is useless for another client, for another server and with a wider scope", async () => {
    const login = await logIn(service, resource);
    const { refresh_token: token } = await exchangeCode(service, login);
    expect(await refresh(await registerAgentId(service), token)).toMatchObject({ error: "invalid_grant" });
    const other = `${service.url}/mcp/${fixture.makeServer("other")}`;
    expect(await refresh(login.clientId, token, { resource: other })).toMatchObject({ error: "invalid_target" });
    expect(await refresh(login.clientId, token, { scope: "admin" })).toMatchObject({ error: "invalid_scope" });
    expect(await refresh(login.clientId, `${token}x`)).toMatchObject({ error: "invalid_grant" });
    // None of them used it up.
    expect((await refresh(login.clientId, token)).status).toBe(200);
  });

  test("is not used up when the server is archived", async () => {
    const login = await logIn(service, resource);
    const { refresh_token: token } = await exchangeCode(service, login);
    const saveArchived = (at: string | null) =>
      fixture.context.db.run("UPDATE servers SET archived_at = ? WHERE id = ?", at, serverId);
    saveArchived("2026-01-01T00:00:00.000Z");
    const refused = await refresh(login.clientId, token);
    saveArchived(null);
    expect(refused).toMatchObject({ error: "invalid_grant", error_description: expect.stringContaining("archived") });
    expect((await refresh(login.clientId, token)).status).toBe(200);
  });

  test("that comes twice at the same time gives one token at most, and ends the login", async () => {
    const login = await logIn(service, resource);
    const { refresh_token: token } = await exchangeCode(service, login);
    const answers = await Promise.all([refresh(login.clientId, token), refresh(login.clientId, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await isRevoked(answers.find(({ status }) => status === 200)?.access_token)).toBe(true);
  });

  test("is useless at the API, at the gateway, and as a runtime token is at other servers", async () => {
    const login = await logIn(service, resource);
    const { access_token: access, refresh_token: token } = await exchangeCode(service, login);
    expect(await listTools(token)).toBe(401);
    expect(await listTools(access, fixture.makeServer("other"))).toBe(401);
    for (const bearer of [access, token]) {
      const headers = { Authorization: `Bearer ${bearer}` };
      expect((await fetch(`${service.url}/api/v1/me`, { headers })).status).toBe(401);
    }
  });

  test("ends by RFC 7009, which another client cannot ask for and which accepts unknown tokens", async () => {
    const revoke = async (fields: Readonly<Record<string, string>>) =>
      (await fetch(`${service.url}/oauth/revoke`, { method: "POST", body: new URLSearchParams(fields) })).status;
    const login = await logIn(service, resource);
    const granted = await exchangeCode(service, login);
    const token = granted.refresh_token ?? "";
    expect(await revoke({ token, client_id: await registerAgentId(service) })).toBe(400);
    expect(await revoke({ token })).toBe(400);
    expect(await revoke({ token: "unknown", client_id: login.clientId })).toBe(200);
    expect(await listTools(granted.access_token)).toBe(200);
    expect(await revoke({ token, client_id: login.clientId })).toBe(200);
    expect(await isRevoked(granted.access_token)).toBe(true);
    const again = await logIn(service, resource, login.clientId);
    const { access_token: access } = await exchangeCode(service, again);
    expect(await revoke({ token: access ?? "", client_id: login.clientId })).toBe(200);
    expect(await isRevoked(access)).toBe(true);
  });
});
