import { afterAll, describe, expect, test } from "vitest";
import { clientEnvironment, signInAtProvider } from "../../../support/oauth/accountServer.ts";
import { createCookieBrowser } from "../../../support/oauth/cookieBrowser.ts";
import { startOauthFixture } from "../../../support/oauth/oauthFixture.ts";
import { sendWithToken } from "../../../support/service/sendWithToken.ts";

// The provider is an unmodified oidc-provider 9.13.3 with its own login and consent pages.
const fixture = await startOauthFixture();
afterAll(() => fixture.close());

const isCallback = (url: URL) => url.pathname === "/connect/callback";
/** Signs in at the provider and stops at the redirect to the callback, whose URL the page has. */
const visitUntilCallback = async (browser: ReturnType<typeof createCookieBrowser>, ticketUrl: string) => {
  const login = await browser.visit(ticketUrl);
  const consent = await browser.submit(login, { login: "ann", password: "any" });
  return browser.submit(consent, {}, isCallback);
};
/** A ticket of a key of its own, which can be deleted. */
async function issueTicketOfNewKey(serverId: string) {
  const key = await fixture.client.call("apiKeys.create", { name: "short", scopes: ["runtime", "write"] });
  const body = { serverId, account: "login" };
  const response = await sendWithToken(`${fixture.service.url}/api/v1/runtime/auth/token`, key.key, { body });
  const { accessToken, resource } = Object(await response.json());
  return { keyId: key.id, ticketUrl: `${resource}?ticket=${accessToken}` };
}

describe("connecting an account", () => {
  test("uses the code flow with PKCE S256 and updates the server's accounts", async () => {
    const { id } = await fixture.clean();
    expect((await fixture.server(id)).accounts).toEqual([
      {
        scheme: "login",
        provider: fixture.provider.issuer,
        scopes: ["pets:read"],
        clientIdVariable: "LOGIN_CLIENT_ID",
        clientSecretVariable: "LOGIN_CLIENT_SECRET",
        connectionId: null,
        status: "missing",
      },
    ]);
    const browser = createCookieBrowser();
    const page = await fixture.connect(id, "ann", browser);
    expect(page.text).toContain("The account is connected");
    expect(page.text).toContain("ann@example.com");
    const authorizationRequest = new URL(
      browser.passed.find((url) => url.startsWith(`${fixture.provider.issuer}/auth?`)) ?? "",
    );
    expect(Object.fromEntries(authorizationRequest.searchParams)).toMatchObject({
      response_type: "code",
      client_id: fixture.provider.client.id,
      redirect_uri: `${fixture.service.url}/connect/callback`,
      scope: "openid pets:read email offline_access",
      code_challenge_method: "S256",
      nonce: expect.stringMatching(/^.{20,}$/),
      prompt: "consent",
    });
    const connection = await fixture.connection(id);
    expect(connection).toMatchObject({
      provider: fixture.provider.issuer,
      account: "ann@example.com",
      status: "connected",
      statusDetail: null,
      scopes: expect.arrayContaining(["pets:read"]),
      usedBy: [id],
    });
    expect((await fixture.server(id)).accounts).toMatchObject([{ connectionId: connection?.id, status: "connected" }]);
  });

  test("a second time replaces the account and retains the connection", async () => {
    const { id } = await fixture.clean();
    await fixture.connect(id, "ann");
    const before = await fixture.connection(id);
    await fixture.connect(id, "bea");
    expect(await fixture.connection(id)).toMatchObject({ id: before?.id, account: "bea@example.com" });
    const { items } = await fixture.client.call("oauthConnections.list", { serverId: id });
    expect(items).toHaveLength(1);
  });

  test("from localhost succeeds, although the provider knows the service as 127.0.0.1", async () => {
    const { id } = await fixture.clean();
    const url = (await fixture.ticketUrl(id)).replace("127.0.0.1", "localhost");
    expect((await signInAtProvider(createCookieBrowser(), url, "ann")).text).toContain("The account is connected");
  });

  test("fails with the reason when the user denies access", async () => {
    const { id } = await fixture.clean();
    const browser = createCookieBrowser();
    const login = await browser.visit(await fixture.ticketUrl(id));
    const consent = await browser.submit(login, { login: "ann", password: "any" });
    const abort = /href="([^"]*\/abort)"/.exec(consent.text)?.[1] ?? "";
    const page = await browser.visit(new URL(abort, consent.url).href);
    expect(page.url).toContain("error=access_denied");
    expect(page.text).toContain("You denied access");
    expect(await fixture.connection(id)).toBeUndefined();
  });

  test("fails with the missing variable when the server has no client id", async () => {
    const { id } = await fixture.clean({});
    const page = await createCookieBrowser().visit(await fixture.ticketUrl(id));
    expect(page.status).toBe(409);
    expect(page.text).toContain("LOGIN_CLIENT_ID");
    expect(page.text).toContain(`${fixture.service.url}/connect/callback`);
  });

  test("fails with the provider's reason when the client secret is wrong, without printing the secret", async () => {
    const { id } = await fixture.clean({
      ...clientEnvironment(fixture.provider),
      LOGIN_CLIENT_SECRET: "canary-wrong-secret",
    });
    const page = await fixture.connect(id);
    expect([page.status, page.text]).toEqual([502, expect.stringContaining("rejects the client")]);
    expect(page.text + fixture.logged.join()).not.toContain("canary-wrong-secret");
    expect(await fixture.connection(id)).toBeUndefined();
  });
});

describe("the callback is rejected", () => {
  test("with another state, even in the browser that started the sign-in", async () => {
    const { id } = await fixture.clean();
    const browser = createCookieBrowser();
    const { url } = await visitUntilCallback(browser, await fixture.ticketUrl(id));
    const changed = new URL(url);
    changed.searchParams.set("state", "another-state-of-enough-length");
    const page = await browser.visit(changed.href);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("This sign-in is unknown")]);
    expect(await fixture.connection(id)).toBeUndefined();
  });

  test("in another browser, and in the one that started the sign-in a second time", async () => {
    const { id } = await fixture.clean();
    const browser = createCookieBrowser();
    const { url } = await visitUntilCallback(browser, await fixture.ticketUrl(id));
    expect((await createCookieBrowser().visit(url)).status).toBe(400);
    expect(await fixture.connection(id)).toBeUndefined();
    expect((await browser.visit(url)).text).toContain("The account is connected");
    expect((await browser.visit(url)).status).toBe(400);
  });

  test("after the key that asked for it is deleted", async () => {
    const { id } = await fixture.clean();
    const { keyId, ticketUrl } = await issueTicketOfNewKey(id);
    const browser = createCookieBrowser();
    const { url } = await visitUntilCallback(browser, ticketUrl);
    await fixture.client.call("apiKeys.delete", { id: keyId });
    const page = await browser.visit(url);
    expect([page.status, page.text]).toEqual([403, expect.stringContaining("no longer has access")]);
    expect(await fixture.connection(id)).toBeUndefined();
  });

  test("from another issuer (RFC 9207)", async () => {
    const { id } = await fixture.clean();
    const browser = createCookieBrowser();
    const callback = new URL((await visitUntilCallback(browser, await fixture.ticketUrl(id))).url);
    expect(callback.searchParams.get("iss")).toBe(fixture.provider.issuer);
    callback.searchParams.set("iss", "https://other.example.com");
    const page = await browser.visit(callback.href);
    expect(page.status).toBe(502);
    expect(await fixture.connection(id)).toBeUndefined();
  });
});

describe("a ticket", () => {
  test("lasts two minutes, and five at most", async () => {
    const { id: serverId } = await fixture.clean();
    const ticket = { serverId, account: "login" };
    expect(await fixture.client.call("runtime.token", ticket)).toMatchObject({ tokenType: "Bearer", expiresIn: 120 });
    expect((await fixture.client.call("runtime.token", { ...ticket, ttlSeconds: 86_400 })).expiresIn).toBe(300);
  });

  test("works once, and is not consumed by a HEAD request", async () => {
    const { id } = await fixture.clean();
    const url = await fixture.ticketUrl(id);
    expect((await fetch(url, { method: "HEAD", redirect: "manual" })).status).toBe(403);
    expect((await createCookieBrowser().visit(url)).url).toContain(fixture.provider.issuer);
    const again = await createCookieBrowser().visit(url);
    expect([again.status, again.text]).toEqual([403, expect.stringContaining("no longer valid")]);
  });

  test("of another server is rejected", async () => {
    const [one, other] = [await fixture.clean(), await fixture.generateServer()];
    const url = (await fixture.ticketUrl(one.id)).replace(one.id, other.id);
    expect((await createCookieBrowser().visit(url)).status).toBe(403);
  });

  test("is not accepted as a server token, and a server token is not accepted as a ticket", async () => {
    const { id } = await fixture.clean();
    const ticket = new URL(await fixture.ticketUrl(id)).searchParams.get("ticket");
    const called = await sendWithToken(`${fixture.service.url}/mcp/${id}`, ticket ?? "", { body: {} });
    expect(called.status).toBe(401);
    const { accessToken } = await fixture.client.call("runtime.token", { serverId: id });
    const page = await fetch(`${fixture.service.url}/connect/${id}/login?ticket=${accessToken}`, {
      redirect: "manual",
    });
    expect(page.status).toBe(403);
  });

  test("is rejected after it expires and after its key is deleted", async () => {
    const { id } = await fixture.clean();
    const late = await fixture.ticketUrl(id);
    fixture.clock.aheadMs += 121_000;
    expect((await createCookieBrowser().visit(late)).status).toBe(403);
    const { keyId, ticketUrl } = await issueTicketOfNewKey(id);
    await fixture.client.call("apiKeys.delete", { id: keyId });
    expect((await createCookieBrowser().visit(ticketUrl)).status).toBe(403);
  });

  test("is not issued for an unknown account", async () => {
    const { id: serverId } = await fixture.clean();
    const call = fixture.client.call("runtime.token", { serverId, account: "nothing" });
    await expect(call).rejects.toMatchObject({ status: 404 });
  });
});

describe("the pages", () => {
  test("load nothing, run no scripts, are not cached and send no referrer", async () => {
    const page = await createCookieBrowser().visit(`${fixture.service.url}/connect/srv_none/login?ticket=none`);
    expect(page.headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
    );
    expect(Object.fromEntries(page.headers)).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
    expect(page.text).toContain('<html lang="en">');
    expect(page.text).toMatch(/<main><h1>[^<]+<\/h1>/);
  });

  test("escape text from the provider", async () => {
    const { id } = await fixture.clean();
    const browser = createCookieBrowser();
    const callback = new URL((await visitUntilCallback(browser, await fixture.ticketUrl(id))).url);
    callback.search = new URLSearchParams({
      state: callback.searchParams.get("state") ?? "",
      iss: fixture.provider.issuer,
      error: "server_error",
      error_description: '<img src=x onerror="alert(1)">',
    }).toString();
    const page = await browser.visit(callback.href);
    expect(page.text).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
    expect(page.text).not.toContain("<img");
  });

  test("set a cookie that scripts cannot read and other sites do not send", async () => {
    const { id } = await fixture.clean();
    const response = await fetch(await fixture.ticketUrl(id), { redirect: "manual" });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^fairlead_connect_\w+=[\w-]{43}; Path=\/connect\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });
});
