import { afterAll, afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { createCookieBrowser } from "../../../support/oauth/cookieBrowser.ts";
import { readEditorLink, startSignInFixture } from "../../../support/oauth/signInFixture.ts";

// The provider is an unmodified oidc-provider with its own login and consent pages.
const fixture = await startSignInFixture();
afterAll(() => fixture.close());
afterEach(() => {
  fixture.clock.aheadMs = 0;
});

const keySchema = z.object({ key: z.string(), expiresAt: z.string() });
const listSchema = z.object({ items: z.array(z.record(z.string(), z.unknown())) });
const isCallback = (url: URL) => url.pathname === "/sign-in/callback";
/** Stops at the provider's redirect to the service. */
const stopAtCallback = async (url: string, browser = createCookieBrowser()) => {
  const login = await browser.visit(url);
  const consent = await browser.submit(login, { login: "ann", password: "any" });
  return browser.submit(consent, {}, isCallback);
};
const countKeys = async () => {
  const { code, codeVerifier } = await fixture.getCode();
  const { key } = keySchema.parse(await (await fixture.exchange({ code, codeVerifier })).json());
  const keys = listSchema.parse(await (await fixture.callAs(key, "/api/v1/api-keys")).json()).items.length;
  await fixture.revoke(key);
  return keys - 1;
};

describe("a member who signs in", () => {
  test("gets a key of their own, named after the editor, which ends after 30 days", async () => {
    const { url, codeVerifier } = fixture.createRequest();
    const page = await fixture.signIn("ann", url);
    expect(page.text).toContain("Sign in as ann@example.com?");
    expect(page.text).toContain("The editor &quot;Editor on laptop&quot; gets an API key");
    const link = readEditorLink(page.text);
    expect([link.origin, link.pathname, link.searchParams.get("state")]).toEqual([
      "http://127.0.0.1:40000",
      "/back",
      "state-of-the-editor",
    ]);
    const response = await fixture.exchange({ code: link.searchParams.get("code"), codeVerifier });
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([201, "no-store"]);
    const { key, expiresAt } = keySchema.parse(await response.json());
    expect(Date.parse(expiresAt) - Date.now()).toBeCloseTo(30 * 86_400_000, -5);
    const me = await (await fixture.callAs(key, "/api/v1/me")).json();
    expect(me).toMatchObject({ name: "Ann", email: "Ann@Example.com", key: { name: "Editor on laptop", expiresAt } });
    expect((await fixture.revoke(key)).status).toBe(204);
    expect((await fixture.callAs(key, "/api/v1/me")).status).toBe(401);
    const secrets = [key, codeVerifier, link.searchParams.get("code") ?? "", fixture.provider.client.secret];
    for (const secret of secrets) expect(fixture.logged.join("\n")).not.toContain(secret);
  });

  test("uses the code flow with PKCE and a nonce", async () => {
    const { url } = await createCookieBrowser().visit(
      fixture.createRequest().url,
      ({ pathname }) => pathname === "/auth",
    );
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      response_type: "code",
      redirect_uri: `${fixture.service.url}/sign-in/callback`,
      scope: "openid email profile",
      code_challenge_method: "S256",
      nonce: expect.stringMatching(/^.{20,}$/),
    });
  });

  test("and denies access is reported to the editor", async () => {
    const { url } = await stopAtCallback(fixture.createRequest().url);
    const denied = new URL(url);
    denied.searchParams.delete("code");
    denied.searchParams.set("error", "access_denied");
    const browser = createCookieBrowser();
    const started = await browser.visit(fixture.createRequest().url, ({ pathname }) => pathname === "/auth");
    denied.searchParams.set("state", new URL(started.url).searchParams.get("state") ?? "");
    const page = await browser.visit(denied.href);
    expect(page.text).toContain("The sign-in was cancelled at");
    expect(readEditorLink(page.text).search).toBe("?error=access_denied&state=state-of-the-editor");
  });
});

describe("a code gives no key", () => {
  const exchange = async (body: object) => {
    const response = await fixture.exchange(body);
    return [response.status, await response.text()];
  };
  const refused = [400, expect.stringContaining("The code is unknown, used or expired. Sign in again.")];

  test("to somebody without its verifier, and to no one after that", async () => {
    const before = await countKeys();
    const { code, codeVerifier } = await fixture.getCode();
    expect(await exchange({ code, codeVerifier: "A".repeat(43) })).toEqual(refused);
    expect(await exchange({ code, codeVerifier })).toEqual(refused);
    expect(await countKeys()).toBe(before);
  });

  test("a second time", async () => {
    const granted = await fixture.getCode();
    expect((await exchange(granted))[0]).toBe(201);
    expect(await exchange(granted)).toEqual(refused);
  });

  test("after three minutes", async () => {
    const granted = await fixture.getCode();
    fixture.clock.aheadMs = 181_000;
    expect(await exchange(granted)).toEqual(refused);
  });

  test.each([{}, { code: "A".repeat(43) }, { code: 1, codeVerifier: 2 }])("in the body %j", async (body) => {
    expect(await exchange(body)).toEqual(refused);
  });
});

describe("no one is signed in", () => {
  test("in another browser than the one that started, or with another state", async () => {
    const browser = createCookieBrowser();
    const { url } = await stopAtCallback(fixture.createRequest().url, browser);
    const page = await createCookieBrowser().visit(url);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining("This sign-in is unknown")]);
    const changed = new URL(url);
    changed.searchParams.set("state", "another-state-0000");
    expect((await browser.visit(changed.href)).text).toContain("This sign-in is unknown");
  });

  test("after ten minutes at the provider", async () => {
    const browser = createCookieBrowser();
    const { url } = await stopAtCallback(fixture.createRequest().url, browser);
    fixture.clock.aheadMs = 601_000;
    expect((await browser.visit(url)).text).toContain("This sign-in is unknown");
  });

  test.each(["bea", "new-ann"])(
    "as %s, whom the service does not know or the provider has not verified",
    async (login) => {
      const page = await fixture.signIn(login, fixture.createRequest().url);
      expect(page.status).toBe(403);
      expect(page.text).toMatch(
        login === "bea"
          ? /bea@example\.com is not a member<[\s\S]*--member &quot;Name &lt;bea@example\.com&gt;&quot;/
          : /does not say that new-ann@example\.com is confirmed/,
      );
      expect(readEditorLink(page.text).searchParams.get("error")).toBe("access_denied");
    },
  );

  test("without an email address", async () => {
    const page = await fixture.signIn("nobody", fixture.createRequest().url);
    expect(page.text).toContain("gives this service no email address of yours");
  });

  test("when the provider is down", async () => {
    fixture.provider.pause();
    const page = await createCookieBrowser().visit(fixture.createRequest().url);
    fixture.provider.resume();
    expect(page.status).toBe(502);
    expect(page.text).toContain(`The metadata of ${fixture.provider.issuer} could not be read`);
    expect(readEditorLink(page.text).search).toBe("?error=access_denied&state=state-of-the-editor");
  });
});

describe("the page of an editor", () => {
  test("leads back to an editor on this machine only, and needs all that an editor sends", async () => {
    const open = async (changed: Readonly<Record<string, string>>) => {
      const { status, text } = await createCookieBrowser().visit(fixture.createRequest(changed).url);
      return [changed, status, text];
    };
    const foreign = {
      "https://evil.example/back": "evil.example",
      "http://10.0.0.1:40000/back": "10.0.0.1:40000",
      "https://127.0.0.1:40000/back": "127.0.0.1:40000",
      "http://127.0.0.1.evil.example/back": "127.0.0.1.evil.example",
      "http://ann@127.0.0.1:40000/back": "127.0.0.1:40000",
      "vscode://evil.extension/back": "evil.extension",
      "javascript:alert(1)": "another program",
    };
    for (const [uri, host] of Object.entries(foreign)) {
      const given = { redirect_uri: uri };
      expect(await open(given)).toEqual([given, 400, expect.stringContaining(`It would give a key to ${host}.`)]);
    }
    for (const given of [
      { code_challenge: "short" },
      { code_challenge_method: "plain" },
      { state: "" },
      { name: " " },
      { name: "Editor\u202eon laptop" },
    ])
      expect(await open(given)).toEqual([given, 400, expect.stringContaining("does not come from an editor")]);
  });

  test("is not opened by a preview of its link", async () => {
    const { status } = await fetch(fixture.createRequest().url, { method: "HEAD", redirect: "manual" });
    expect(status).toBe(400);
  });

  test("shows the editor's name as text", async () => {
    const page = await fixture.signIn("ann", fixture.createRequest({ name: "<b>x</b>" }).url);
    expect(page.text).toContain("&lt;b&gt;x&lt;/b&gt;");
  });
});

test("a key that was not issued by a sign-in cannot be revoked by itself", async () => {
  const key = fixture.service.issueKey("permanent");
  expect((await fixture.revoke(key)).status).toBe(409);
  expect((await fixture.callAs(key, "/api/v1/me")).status).toBe(200);
  expect((await fixture.revoke("flk_unknown")).status).toBe(401);
});

test("the methods name the provider, without a key", async () => {
  const response = await fetch(new URL("/sign-in/methods", fixture.service.url));
  expect(await response.json()).toEqual({ browser: { provider: new URL(fixture.provider.issuer).host } });
});
