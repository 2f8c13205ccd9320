import type { RequestListener } from "node:http";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import {
  connectToMcpServer,
  disconnectMcpServer,
} from "../../../../../src/extension/tools/commands/connectToMcpServer.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { signInAtProvider } from "../../../../support/oauth/accountServer.ts";
import { answerGrantRequest, openPage } from "../../../../support/oauth/agentLogin.ts";
import { createCookieBrowser } from "../../../../support/oauth/cookieBrowser.ts";
import { startOauthProvider } from "../../../../support/oauth/oauthProvider.ts";
import { serverCode } from "../../../../support/servers/codeServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const served = await useServedService();
let fixture: Awaited<ReturnType<typeof createCommandFixture>>;
afterEach(() => fixture.close());

async function start(browse: (url: string) => Promise<boolean>, ...answers: readonly ScriptedAnswer[]) {
  fixture = await createCommandFixture(served, { browse, answers });
  return fixture;
}

const sendJson = (response: Parameters<RequestListener>[1], value: unknown, status = 200, headers = {}) =>
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(value));

const protectedPath = "/.well-known/oauth-protected-resource";

/** An MCP server of 2025-11-25 with one tool that wants a login. Its metadata are what `describeLogin` returns for its origin. */
function startGuardedServer(
  describeLogin: (origin: string) => object,
  isValid: (token: string) => Promise<boolean>,
  mayCall = () => true,
): Promise<string> {
  const results: Readonly<Record<string, object>> = {
    initialize: {
      ...{ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "own", version: "1" } },
    },
    "tools/list": { tools: [{ name: "add", inputSchema: { type: "object" } }] },
    "tools/call": { content: [] },
  };
  return startHttpServer(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url?.startsWith("/.well-known/")) {
      const isOwn = request.url === protectedPath;
      return sendJson(response, isOwn ? describeLogin(origin) : {}, isOwn ? 200 : 404);
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const challenge = { "WWW-Authenticate": `Bearer resource_metadata="${origin}${protectedPath}"` };
    if (!(await isValid(token))) return sendJson(response, {}, 401, challenge);
    const { id, method } = JSON.parse((await request.toArray()).join("") || "{}");
    const isRefused = method === "tools/call" && !mayCall();
    const more = { "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="pets:read"' };
    if (isRefused) return sendJson(response, {}, 403, more);
    const result = results[method];
    if (result) sendJson(response, { jsonrpc: "2.0", id, result });
    else response.writeHead(id === undefined && method ? 202 : 405).end();
  });
}

/** A provider where clients register, and a server whose tokens it issues. */
async function startProvidedServer(options: Parameters<typeof startOauthProvider>[0] = {}, mayCall = () => true) {
  const provider = await startOauthProvider({ registers: true, rotate: true, ...options });
  onTestFinished(provider.close);
  const origin = await startGuardedServer(
    (own) => ({ resource: own, authorization_servers: [provider.issuer], scopes_supported: ["openid", "pets:read"] }),
    async (token) => token === "own" || (await provider.holder(token)) === "ann",
    mayCall,
  );
  return { provider, url: `${origin}/mcp/` };
}

const browseAsAnn = async (url: string) => {
  await signInAtProvider(createCookieBrowser(), url, "ann");
  return true;
};

describe("a login at an MCP server", () => {
  test("registers a client, asks before the browser opens, and connects", async () => {
    const { provider, url } = await startProvidedServer();
    const { app, prompts, messages } = await start(browseAsAnn, url, "", "Open Browser");
    await connectToMcpServer(app, {});
    const { host } = new URL(url);
    expect(provider.registrations()).toBe(1);
    expect(prompts.questions.at(-1)).toContain(`Sign in to ${host} at ${new URL(provider.issuer).host}?`);
    expect(messages.shown).toEqual([`info: This window is connected to ${host}: 1 tool. [Open Tool]`]);
    expect(JSON.stringify(fixture.logged)).not.toContain("Bearer ");
  });

  test("asks for the permission that a call was refused for, where the user connects again", async () => {
    let scopes: (string | null)[] = [];
    const { url } = await startProvidedServer({}, () => scopes.length > 1);
    const browse = (page: string) => {
      scopes = [...scopes, new URL(page).searchParams.get("scope")];
      return browseAsAnn(page);
    };
    const { app, messages } = await start(browse, url, "", "Open Browser", url, "", "Open Browser");
    await connectToMcpServer(app, {});
    const { signal } = new AbortController();
    const call = () =>
      app.mcp.use({ kind: "url", url }, signal, (connection) =>
        connection.callTool({ name: "add", arguments: {} }, { signal, onProgress: () => {} }),
      );
    await expect(call()).rejects.toThrow("wants a further permission for this: pets:read. Run");
    await connectToMcpServer(app, {});
    expect(scopes).toEqual(["openid pets:read offline_access", "pets:read offline_access"]);
    expect(messages.shown).toHaveLength(2);
    expect((await call()).result?.content).toEqual([]);
    await connectToMcpServer(app, { node: { kind: "mcpServer", name: "again", url } });
    expect(scopes).toHaveLength(2);
  });

  test("that is not extended leaves the server connected, and comes after a header", async () => {
    const { url } = await startProvidedServer({}, () => false);
    const { app, messages } = await start(
      ...([browseAsAnn, url, "", "Open Browser", escapeAnswer, url, "Authorization: Bearer own", ""] as const),
    );
    await connectToMcpServer(app, {});
    const { signal } = new AbortController();
    const use = app.mcp.use({ kind: "url", url }, signal, (connection) =>
      connection.callTool({ name: "add", arguments: {} }, { signal, onProgress: () => {} }),
    );
    await expect(use).rejects.toThrow("wants a further permission");
    const connected = app.mcp.namedServers();
    await connectToMcpServer(app, { node: { kind: "mcpServer", name: "own", url } });
    expect([app.mcp.namedServers(), connected.length]).toEqual([connected, 1]);
    await connectToMcpServer(app, {});
    expect(messages.shown).toHaveLength(2);
  });

  test("registers no client where the user does not agree", async () => {
    const { provider, url } = await startProvidedServer();
    const { app } = await start(browseAsAnn, url, "", escapeAnswer);
    await connectToMcpServer(app, {});
    expect([provider.registrations(), app.mcp.namedServers()]).toEqual([0, []]);
  });

  test("names the other hosts of the sign-in", async () => {
    const issuer = await startHttpServer(({ headers }, response) => {
      const own = `http://${headers.host}`;
      const endpoints = { token_endpoint: `${own}/token`, registration_endpoint: `${own}/clients` };
      const page = { authorization_endpoint: "http://localhost:9/sign-in", response_types_supported: ["code"] };
      sendJson(response, { issuer: own, ...page, ...endpoints, code_challenge_methods_supported: ["S256"] });
    });
    const describeLogin = (own: string) => ({ resource: own, authorization_servers: [issuer] });
    const url = `${await startGuardedServer(describeLogin, async () => false)}/mcp`;
    const { app, prompts } = await start(browseAsAnn, url, "", escapeAnswer);
    await connectToMcpServer(app, {});
    expect(prompts.questions.at(-1)).toContain(`The sign-in also uses ${new URL(issuer).host}.`);
  });

  test("is used again without a question, renewed when it expires, until the user signs out", async () => {
    // The editor renews a token that is valid for less than half a minute.
    const { provider, url } = await startProvidedServer({ accessTokenSeconds: 20 });
    const answers = [url, "", "Open Browser", "Keep Sign-In", url, "", "Sign Out"];
    const { app } = await start(browseAsAnn, ...answers);
    const node = { kind: "mcpServer", name: "Own", url } as const;
    await connectToMcpServer(app, {});
    await disconnectMcpServer(app, { node });
    await connectToMcpServer(app, {});
    expect(provider.grants("authorization_code")).toBe(1);
    expect(provider.grants("refresh_token")).toBeGreaterThan(0);
    await disconnectMcpServer(app, { node });
    expect(await app.mcpLogins.authorize(url, false)).toBeUndefined();
  });

  test("asks for a client where the provider registers none, and Escape ends it", async () => {
    const { url } = await startProvidedServer({ registers: false });
    const { app, prompts } = await start(browseAsAnn, url, "", escapeAnswer);
    await connectToMcpServer(app, {});
    expect(prompts.questions.at(-1)).toContain("registers no clients by itself. Enter the client ID");
    expect(app.mcp.namedServers()).toEqual([]);
  });

  test("is that of an agent where a deployed server of the own service wants one", async () => {
    const files = [{ path: "server.mjs", encoding: "utf8" as const, content: serverCode("") }];
    const deployed = await served.deploy("Own", { kind: "files", files, entry: "server.mjs" });
    const service = { url: served.service.url, key: served.service.issueKey("agent") };
    const browse = async (url: string) => {
      const { location, cookie } = await openPage(url);
      if (!location) return false;
      await openPage(location.href, cookie);
      await answerGrantRequest(service, location.searchParams.get("id") ?? "", { allow: true });
      const { location: back } = await openPage(`${location}&shown=1`, cookie);
      return back !== undefined && (await fetch(back)).ok;
    };
    const { app, messages } = await start(browse, deployed.url, "", "Open Browser");
    await connectToMcpServer(app, {});
    expect(messages.shown[0]).toContain(": 2 tools.");
  });

  test("is not made where the metadata are those of another server or name an unsafe address", async () => {
    const refuse = async () => false;
    const other = await startGuardedServer(() => ({ resource: "https://other.example.com/mcp" }), refuse);
    const unsafe = await startGuardedServer(
      (resource) => ({ resource, authorization_servers: ["http://login.example.com"] }),
      refuse,
    );
    const { app } = await start(browseAsAnn, other, "", unsafe, "");
    await expect(connectToMcpServer(app, {})).rejects.toThrow("offers no sign-in. Connect with a header");
    await expect(connectToMcpServer(app, {})).rejects.toThrow(
      "uses http://login.example.com, which is not a safe address for it.",
    );
  });
});
