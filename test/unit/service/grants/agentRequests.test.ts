import { afterAll, describe, expect, test } from "vitest";
import * as z from "zod";
import {
  agentRedirect,
  answerGrantRequest,
  createAuthorizeUrl,
  createPkce,
  openPage,
  registerAgent,
  registerAgentId,
  startLogin,
} from "../../../support/oauth/agentLogin.ts";
import { startThreadFixture } from "../../../support/service/deploymentFixture.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";

const fixture = await startThreadFixture();
const service = { url: fixture.context.baseUrl(), key: fixture.key };
const serverId = (await fixture.run("healthy")).serverId;
const resource = `${service.url}/mcp/${serverId}`;
afterAll(() => fixture.close());

const { challenge } = createPkce();

describe("a request", () => {
  const open = async (fields: Readonly<Record<string, string | undefined>>) =>
    openPage(
      createAuthorizeUrl(service, {
        ...{ client_id: await registerAgentId(service), code_challenge: challenge, resource, state: "s1" },
        ...fields,
      }),
    );

  test.each([
    ["an unknown client", { client_id: "dyn_unknown" }],
    ["a changed client", { client_id: `dyn_${"A".repeat(120)}` }],
    ["another redirect URI", { redirect_uri: "https://evil.example/callback" }],
    ["a redirect URI with more path", { redirect_uri: `${agentRedirect}/more` }],
    ["a redirect URI whose user is the host", { redirect_uri: "http://127.0.0.1:8765@evil.example/callback" }],
    ["a redirect URI of another loopback host", { redirect_uri: "http://localhost:8765/callback" }],
    ["no redirect URI", { redirect_uri: undefined }],
  ])("with %s leads nowhere", async (_, fields) => {
    const { status, location, text } = await open(fields);
    expect([status, location]).toEqual([400, undefined]);
    expect(text).not.toContain("evil.example");
  });

  test.each([
    ["no PKCE", { code_challenge: undefined }, "invalid_request"],
    ["plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
    ["another response type", { response_type: "token" }, "unsupported_response_type"],
    ["a wider scope", { scope: "runtime admin" }, "invalid_scope"],
    ["no resource", { resource: undefined }, "invalid_target"],
    ["a resource elsewhere", { resource: "https://evil.example/mcp/x" }, "invalid_target"],
  ])("with %s is refused at the client's own redirect URI", async (_, fields, error) => {
    const { location } = await open(fields);
    expect(location?.origin).toBe("http://127.0.0.1:8765");
    expect(location?.searchParams.get("error")).toBe(error);
    expect(location?.searchParams.get("state")).toBe("s1");
    expect(location?.searchParams.get("iss")).toBe(service.url);
  });

  test("may come back at another port of this machine", async () => {
    const { location } = await open({ redirect_uri: "http://127.0.0.1:1/callback" });
    expect(location?.pathname).toBe("/oauth/authorize/wait");
  });

  test.each([
    ["redirect to a web site", "https://site.example/callback"],
    ["start an app", "com.example.agent:/callback"],
  ])("does not %s before somebody answered", async (_, redirect) => {
    const clientId = await registerAgentId(service, { redirect_uris: [redirect] });
    const { status, location, text } = await open({ client_id: clientId, redirect_uri: redirect, scope: "admin" });
    expect([status, location]).toEqual([400, undefined]);
    expect(text).toContain("Return to the Agent");
  });

  test("with a parameter twice is refused", async () => {
    const url = createAuthorizeUrl(service, { client_id: await registerAgentId(service), resource });
    expect((await openPage(`${url}&resource=${service.url}/mcp/other`)).status).toBe(400);
  });

  test("goes on only in the browser that started it", async () => {
    const clientId = await registerAgentId(service);
    const login = await startLogin(service, { client_id: clientId, code_challenge: challenge, resource });
    await answerGrantRequest(service, login.id, { allow: true });
    expect((await openPage(login.waitUrl.href)).status).toBe(400);
    expect((await openPage(login.waitUrl.href, `${login.cookie}x`)).status).toBe(400);
    const [returned, again] = [await login.finish(), await login.finish()];
    expect(returned?.searchParams.has("code")).toBe(true);
    expect(again).toBeUndefined();
  });

  test("shows a page that no site can frame, that runs nothing, and that shows names as text", async () => {
    const clientId = await registerAgentId(service, { client_name: '<img src=x onerror="alert(1)">\u202E' });
    const { page, id } = await startLogin(service, { client_id: clientId, code_challenge: challenge, resource });
    expect(page.text).not.toContain("<img");
    expect(page.text).toContain("&lt;img");
    expect(page.text).not.toContain("\u202E");
    expect(page.headers.get("X-Frame-Options")).toBe("DENY");
    expect(page.headers.get("Content-Security-Policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
    await answerGrantRequest(service, id, { allow: false });
  });

  test("is answered only with a key that has the scope admin", async () => {
    const body = { name: "runtime", scopes: ["runtime", "read", "write", "deploy"] };
    const created = await sendWithToken(`${service.url}/api/v1/api-keys`, service.key, { body });
    const { key } = z.object({ key: z.string() }).parse(await created.json());
    const clientId = await registerAgentId(service);
    const login = await startLogin(service, { client_id: clientId, code_challenge: challenge, resource });
    expect((await answerGrantRequest({ ...service, key }, login.id, { allow: true })).status).toBe(403);
    await answerGrantRequest(service, login.id, { allow: false });
  });
});

describe("a registration", () => {
  test("makes a public client, whatever it asks for", async () => {
    const { status, body } = await registerAgent(service, { token_endpoint_auth_method: "client_secret_basic" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ token_endpoint_auth_method: "none", client_name: "Claude Code" });
    expect(body.client_secret).toBeUndefined();
  });

  test.each([
    ["http://evil.example/callback"],
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["ms-msdt:/id"],
    ["command:workbench.action.quit"],
    ["vscode://other.extension/callback"],
    ["cursor://anysphere.cursor-mcp.evil/callback"],
    ["http://127.0.0.1\\@evil.example/"],
    ["http://127.1/callback"],
    ["https://site.example/a/../callback"],
    ["HTTPS://site.example/callback"],
    ["https://user:password@site.example/"],
    ["https://site.example/#fragment"],
    [`https://site.example/${"x".repeat(600)}`],
    ["/callback"],
  ])("refuses the redirect URI %s", async (uri) => {
    expect(await registerAgent(service, { redirect_uris: [uri] })).toMatchObject({
      ...{ status: 400, body: { error: "invalid_redirect_uri" } },
    });
  });

  test.each([
    ["cursor://anysphere.cursor-mcp/oauth/callback"],
    ["claude://claude.ai/mcp-auth-callback/sdk"],
    ["com.example.agent:/callback"],
    ["https://site.example"],
    ["http://localhost:8765/callback?state=1"],
    ["http://[::1]/callback"],
  ])("takes the redirect URI %s", async (uri) => {
    expect((await registerAgent(service, { redirect_uris: [uri] })).status).toBe(201);
  });

  test("refuses what is no metadata of a client that logs in here", async () => {
    for (const metadata of [{ redirect_uris: [] }, { grant_types: ["implicit"] }, { response_types: ["token"] }])
      expect((await registerAgent(service, metadata)).body.error).toBe("invalid_client_metadata");
    const tooMany = {
      redirect_uris: Array.from({ length: 10 }, (_, n) => `https://site.example/${"x".repeat(400)}${n}`),
    };
    expect((await registerAgent(service, tooMany)).body.error).toBe("invalid_client_metadata");
  });

  test("stores nothing, and an address that floods the service has to wait", async () => {
    for (let count = 0; count < 130; count += 1) {
      const { status, body } = await registerAgent(service);
      if (status === 201) continue;
      expect([status, body.error]).toEqual([429, "temporarily_unavailable"]);
      return;
    }
    throw new Error("Nothing limits registrations.");
  });
});
