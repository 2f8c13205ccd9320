import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { clientEnvironment, createAccountDocument } from "../../../support/oauth/accountServer.ts";
import { startOauthProvider } from "../../../support/oauth/oauthProvider.ts";
import { pollUntil } from "../../../support/pollUntil.ts";
import { publicUrl, startPublicService } from "../../../support/service/publicService.ts";

const provider = await startOauthProvider();
afterAll(() => provider.close());

const item = z.looseObject({ id: z.string(), status: z.string().optional() });
const token = z.looseObject({ accessToken: z.string(), resource: z.string() });

/** A service with a server whose API needs an account. */
async function start(options: Parameters<typeof startPublicService>[0]) {
  // The provider is on this machine.
  const service = await startPublicService({ ...options, userZone: "loopback" }, afterAll);
  const { call } = service;
  const project = item.parse(await call("/api/v1/projects", { name: "Project" }));
  const source = { kind: "openapi", document: createAccountDocument("https://pets.invalid", provider) };
  const input = { projectId: project.id, name: "Pets", source, environment: clientEnvironment(provider) };
  const { id: serverId } = item.parse(await call("/api/v1/servers", input));
  await call(`/api/v1/server/generate?id=${serverId}`, {});
  const page = z.object({ items: z.array(item) });
  const status = async () => page.parse(await call(`/api/v1/servers?id=${serverId}`)).items[0]?.status;
  await pollUntil(status, (now) => now === "ready");
  /** The path of the page that connects an account. */
  const createPath = async () => {
    const body = { serverId, account: "login" };
    const { accessToken, resource } = token.parse(await call("/api/v1/runtime/auth/token", body));
    return `${resource.replace(publicUrl, "")}?ticket=${accessToken}`;
  };
  /** Visits a page as a browser does, without a key. */
  const visit = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    service.ask({ path, headers: { Authorization: "", ...headers } });
  /** The page that asks first: its text, and where its link leads with the cookie of the page. */
  const askFirst = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { text, headers: answer } = await visit(path, headers);
    const [, link = ""] = /<a href="([^"]+)"/.exec(text) ?? [];
    const [cookie = ""] = answer["set-cookie"] ?? [];
    return { text, link: link.replace(publicUrl, ""), Cookie: cookie.split(";")[0] ?? "" };
  };
  return { ...service, createPath, visit, askFirst };
}

const [certified, proxied] = [await start({ tls: true }), await start({ tls: false, trustedProxies: ["127.0.0.1"] })];

test.each([
  ["with a certificate", certified],
  ["behind a proxy", proxied],
])(
  "a service %s keeps a sign-in to its public origin, and the cookie to TLS",
  async (_, { createPath, visit, askFirst }) => {
    const path = await createPath();
    expect(path).toMatch(/^\/connect\/srv_[^/]+\/login\?ticket=/);
    const { link, Cookie } = await askFirst(path);
    const { status, headers } = await visit(link, { Cookie });
    const authorization = new URL(headers.location ?? "");
    expect([status, authorization.origin]).toEqual([302, provider.issuer]);
    expect(authorization.searchParams.get("redirect_uri")).toBe(`${publicUrl}/connect/callback`);
    const [cookie = ""] = headers["set-cookie"] ?? [];
    expect(cookie.split("; ").slice(1)).toEqual(
      expect.arrayContaining(["Secure", "HttpOnly", "SameSite=Lax", "Path=/connect/callback"]),
    );
    // Only the browser that began can end it.
    const callback = `/connect/callback?error=access_denied&state=${authorization.searchParams.get("state")}`;
    expect((await visit(callback)).text).toContain("This sign-in is unknown");
    const [pair = ""] = cookie.split(";");
    expect((await visit(callback, { Cookie: pair })).text).toContain("You denied access");
  },
);

test("the loopback address leads to the public origin, and no proxy's header to another one", async () => {
  const { createPath, visit, localUrl, askFirst } = proxied;
  const path = await createPath();
  const local = await fetch(localUrl + path, { redirect: "manual" });
  expect([local.status, local.headers.get("location")]).toEqual([302, publicUrl + path]);
  expect(local.headers.getSetCookie()).toEqual([]);
  const forwarded = { Host: "fairlead:8080", "X-Forwarded-Host": "service.example", "X-Forwarded-Proto": "http" };
  expect((await visit(path, { "X-Forwarded-Host": "evil.example" })).status).toBe(403);
  const { link, Cookie } = await askFirst(path, forwarded);
  const { headers } = await visit(link, { ...forwarded, Cookie });
  expect(new URL(headers.location ?? "").searchParams.get("redirect_uri")).toBe(`${publicUrl}/connect/callback`);
});

test("a link connects an account only after the user of the browser agreed", async () => {
  const { createPath, visit, askFirst } = proxied;
  const { text, link, Cookie } = await askFirst(await createPath());
  expect(text).toMatch(/Connect your account at [^?]+\?/);
  expect(text).toContain("&quot;Pets&quot; will use it in the calls of ");
  // Another browser gets the question again, and the link of the page works once.
  const other = await visit(link);
  expect([other.status, other.headers.location]).toEqual([200, undefined]);
  expect((await visit(link, { Cookie })).text).toContain("This link is no longer valid");
});

test("no path leads from the public address to the control API", async () => {
  const { visit, localUrl } = proxied;
  const control = { Authorization: "Bearer control" };
  expect((await fetch(`${localUrl}/local/status`, { headers: control })).status).toBe(200);
  for (const path of [
    "/local/status",
    "/connect/../local/status",
    "/connect/%2e%2e/local/status",
    "/connect/..%2flocal/status",
    "//local/status",
    "/./local/status",
    "/%6cocal/status",
    "/local/status/",
    `${localUrl}/local/status`,
    "/connect/callback/../../local/status",
  ]) {
    for (const more of [{}, { "X-Forwarded-Host": new URL(localUrl).host }, { Host: new URL(localUrl).host }]) {
      const { status, text } = await visit(path, { ...control, ...more });
      expect([path, [403, 404].includes(status), text.includes('"pid"')]).toEqual([path, true, false]);
    }
  }
  for (const { ask } of [certified, proxied]) {
    for (const path of ["/local/status", "/local/lease"])
      expect((await ask({ path, headers: control })).status).toBe(404);
    for (const path of ["/local/key", "/local/stop", "/local/delete"])
      expect((await ask({ path, method: "POST", headers: control })).status).toBe(404);
  }
});
