import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { type OauthFixture, startOauthFixture } from "../../../support/oauth/oauthFixture.ts";

// Each provider is oidc-provider 9.13.3 in another configuration.
const start = async (...options: Parameters<typeof startOauthFixture>) =>
  closeAfterTest(await startOauthFixture(...options));
const lastToken = (fixture: OauthFixture) =>
  /^Bearer (.+)$/.exec(fixture.api.received.at(-1)?.headers.authorization ?? "")?.[1] ?? "none";

describe("an OAuth 2.0 connection", () => {
  test("without a refresh token is expired when the API rejects its token or when it expires, even without a call", async () => {
    const fixture = await start({ oauth2: true });
    const { serverId } = await fixture.deployed();
    expect((await fixture.connect(serverId)).text).toContain("The account is connected");
    expect(await fixture.callPets(serverId)).toMatchObject({ isError: false });
    const connected = { status: "connected", account: null, scopes: ["pets:read"] };
    expect(await fixture.connection(serverId)).toMatchObject(connected);
    await fixture.provider.endToken(lastToken(fixture));
    const { isError, text } = await fixture.callPets(serverId);
    expect([isError, text]).toEqual([true, expect.stringContaining("must be connected again")]);
    expect(await fixture.connection(serverId)).toMatchObject({ status: "expired" });
    expect((await fixture.client.call("oauthConnections.list", { status: "expired" })).items).toHaveLength(1);

    await fixture.connect(serverId);
    expect((await fixture.server(serverId)).accounts).toMatchObject([{ status: "connected" }]);
    const database = new DatabaseSync(join(fixture.dataDir, "fairlead.db"));
    database.exec("UPDATE oauth_connections SET expires_at = '2020-01-01T00:00:00.000Z'");
    database.close();
    expect(await fixture.connection(serverId)).toMatchObject({
      status: "expired",
      statusDetail: "The access token has expired and cannot be renewed. Connect the account again.",
    });
    expect((await fixture.server(serverId)).accounts).toMatchObject([{ status: "expired" }]);
    expect((await fixture.client.call("oauthConnections.list", { status: "connected" })).items).toEqual([]);
  });

  test("finds the revocation endpoint in the metadata of the same endpoints", async () => {
    const fixture = await start({ oauth2: true, scopes: ["openid", "pets:read"] });
    const { id } = await fixture.generateServer();
    await fixture.connect(id);
    expect(await fixture.connection(id)).toMatchObject({ account: "ann", provider: fixture.provider.issuer });
    const { id: connectionId = "" } = (await fixture.connection(id)) ?? {};
    await fixture.client.call("oauthConnection.delete", { id: connectionId });
    await expect
      .poll(() => fixture.provider.requests.filter(({ path }) => path === "/token/revocation"))
      .toHaveLength(1);
  });
});

test("disconnecting logs that a provider has no revocation endpoint", async () => {
  const fixture = await start({ withoutRevocation: true });
  const { id } = await fixture.generateServer();
  await fixture.connect(id);
  const { id: connectionId = "" } = (await fixture.connection(id)) ?? {};
  await fixture.client.call("oauthConnection.delete", { id: connectionId });
  await expect.poll(() => fixture.logged.join("\n")).toContain("has no revocation endpoint");
});

test("a provider that is down does not end a connection, whose tokens are deleted all the same, and is named on the page", async () => {
  const fixture = await start();
  const { serverId } = await fixture.deployed();
  await fixture.connect(serverId);
  await fixture.callPets(serverId);
  fixture.clock.aheadMs += 3_545_000;
  fixture.provider.pause();
  expect(await fixture.callPets(serverId)).toMatchObject({ isError: false });
  fixture.clock.aheadMs += 3_600_000;
  await fixture.provider.endToken(lastToken(fixture));
  const { isError, text } = await fixture.callPets(serverId);
  expect([isError, text]).toEqual([true, expect.stringContaining("Try again later.")]);
  expect(await fixture.connection(serverId)).toMatchObject({ status: "connected" });
  fixture.provider.resume();
  expect(await fixture.callPets(serverId)).toMatchObject({ isError: false });

  await fixture.provider.close();
  const { id: connectionId = "" } = (await fixture.connection(serverId)) ?? {};
  await fixture.client.call("oauthConnection.delete", { id: connectionId });
  expect(await fixture.connection(serverId)).toBeUndefined();
  await expect.poll(() => fixture.logged.join("\n")).toContain("its tokens are still valid");
  expect(fixture.logged.join("\n")).toContain("Revoke the access in the account's settings at the provider.");
  const page = await fixture.connect(serverId);
  expect(page.status).toBe(502);
  expect(page.text).toContain("nothing listens there (ECONNREFUSED)");
});
