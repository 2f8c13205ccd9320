import { expect, test } from "vitest";
import * as z from "zod";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { startOauthProvider } from "../../../support/oauth/oauthProvider.ts";
import { readEditorLink, startSignInFixture } from "../../../support/oauth/signInFixture.ts";
import { publicUrl, startPublicService } from "../../../support/service/publicService.ts";

test("an address of the domain becomes a member of the team's organizations, once and without another key", async () => {
  const team = { organizations: ["Acme", "Lab"] };
  const fixture = closeAfterTest(await startSignInFixture({ domains: ["example.com"], claimsInIdToken: true, team }));
  const signIn = async () => {
    const { url, codeVerifier } = fixture.createRequest();
    const link = readEditorLink((await fixture.signIn("bea", url)).text);
    const response = await fixture.exchange({ code: link.searchParams.get("code"), codeVerifier });
    return z.object({ key: z.string() }).parse(await response.json()).key;
  };
  const [first, second] = [await signIn(), await signIn()];
  const read = async (key: string, path: string) => (await fixture.callAs(key, path)).json();
  const me = z.object({ id: z.string(), name: z.string() }).parse(await read(first, "/api/v1/me"));
  expect([me.name, await read(second, "/api/v1/me")]).toEqual([
    "bea of Example",
    expect.objectContaining({ id: me.id }),
  ]);
  const lists = z.object({ items: z.array(z.object({ name: z.string() })) });
  const organizations = lists.parse(await read(first, "/api/v1/organizations")).items;
  expect(organizations.map(({ name }) => name).sort()).toEqual(["Acme", "Lab"]);
  expect(lists.parse(await read(first, "/api/v1/api-keys")).items).toHaveLength(2);
});

test("an address at another domain does not become a member", async () => {
  const fixture = closeAfterTest(await startSignInFixture({ domains: ["ample.com", "mail.example.com"] }));
  expect((await fixture.signIn("bea", fixture.createRequest().url)).text).toContain("bea@example.com is not a member");
});

test("too many sign-ins of one address are refused for a while, on a page and for codes", async () => {
  const fixture = closeAfterTest(await startSignInFixture());
  const now = Date.now();
  let laterMs = 0;
  // Its time stands still, however long the requests take.
  Object.defineProperty(fixture.clock, "aheadMs", { get: () => now + laterMs - Date.now() });
  const exchanges = await Promise.all(Array.from({ length: 150 }, () => fixture.exchange({})));
  expect(new Set(exchanges.map(({ status }) => status))).toEqual(new Set([400, 429]));
  const page = await fetch(fixture.createRequest().url, { redirect: "manual" });
  expect([page.status, await page.text()]).toEqual([429, expect.stringContaining("There were too many sign-ins")]);
  laterMs = 60_000;
  expect((await fixture.exchange({})).status).toBe(400);
});

test("the public address starts a sign-in for its own URL, with a cookie that only encrypted requests carry", async () => {
  const provider = closeAfterTest(await startOauthProvider({ redirectUri: `${publicUrl}/sign-in/callback` }));
  const signIn = { issuer: provider.issuer, client: provider.client, scopes: [], domains: [], organizations: [] };
  const service = await startPublicService({ signIn });
  const path = `/sign-in?${new URLSearchParams({
    code_challenge: "A".repeat(43),
    code_challenge_method: "S256",
    redirect_uri: "http://localhost:40000/back",
    state: "state-of-the-editor",
    name: "Editor",
  })}`;
  const { status, headers } = await service.ask({ path });
  expect([status, new URL(headers.location ?? "").searchParams.get("redirect_uri")]).toEqual([
    302,
    `${publicUrl}/sign-in/callback`,
  ]);
  expect(headers["set-cookie"]).toEqual([
    expect.stringMatching(
      /^fairlead_sign_in_\w+=[\w-]{43}; Path=\/sign-in\/callback; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  const local = await fetch(new URL(path, service.localUrl), { redirect: "manual" });
  expect(local.headers.get("Location")).toBe(publicUrl + path);
});

test("a service without a provider has no sign-in", async () => {
  const service = await startPublicService();
  for (const path of ["/sign-in", "/sign-in/methods", "/sign-in/callback"])
    expect((await service.ask({ path })).status).toBe(404);
  expect((await service.ask({ path: "/sign-in/key", method: "POST" })).status).toBe(404);
  expect((await service.ask({ path: "/sign-in/key", method: "DELETE" })).status).toBe(404);
});
