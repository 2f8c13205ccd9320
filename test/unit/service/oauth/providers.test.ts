import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { type OauthFixture, startOauthFixture } from "../../../support/oauth/oauthFixture.ts";

// Each provider is oidc-provider 9.13.3 in another configuration.
const benches: OauthFixture[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});
const start = async (...options: Parameters<typeof startOauthFixture>) => {
  const bench = await startOauthFixture(...options);
  benches.push(bench);
  return bench;
};
const lastToken = (bench: OauthFixture) =>
  /^Bearer (.+)$/.exec(bench.api.received.at(-1)?.headers.authorization ?? "")?.[1] ?? "none";

describe("an OAuth 2.0 connection", () => {
  test("without a refresh token is expired when its token expires, even without a call", async () => {
    const bench = await start({ oauth2: true });
    const { id } = await bench.made();
    await bench.connect(id);
    expect((await bench.server(id)).accounts).toMatchObject([{ status: "connected" }]);
    const database = new DatabaseSync(join(bench.dataDir, "fairlead.db"));
    database.exec("UPDATE oauth_connections SET expires_at = '2020-01-01T00:00:00.000Z'");
    database.close();
    expect(await bench.connection(id)).toMatchObject({
      status: "expired",
      statusDetail: "The access token has expired and cannot be renewed. Connect the account again.",
    });
    expect((await bench.server(id)).accounts).toMatchObject([{ status: "expired" }]);
    expect((await bench.client.call("oauthConnections.list", { status: "connected" })).items).toEqual([]);
  });

  test("without a refresh token is expired when the API rejects its token", async () => {
    const bench = await start({ oauth2: true });
    const { serverId } = await bench.deployed();
    expect((await bench.connect(serverId)).text).toContain("The account is connected");
    expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
    expect(await bench.connection(serverId)).toMatchObject({
      status: "connected",
      account: null,
      scopes: ["pets:read"],
    });
    await bench.provider.endToken(lastToken(bench));
    const { isError, text } = await bench.callPets(serverId);
    expect([isError, text]).toEqual([true, expect.stringContaining("must be connected again")]);
    expect(await bench.connection(serverId)).toMatchObject({ status: "expired" });
    const { items } = await bench.client.call("oauthConnections.list", { status: "expired" });
    expect(items).toHaveLength(1);
  });

  test("finds the revocation endpoint in the metadata of the same endpoints", async () => {
    const bench = await start({ oauth2: true, scopes: ["openid", "pets:read"] });
    const { id } = await bench.made();
    await bench.connect(id);
    expect(await bench.connection(id)).toMatchObject({ account: "ann", provider: bench.provider.issuer });
    const { id: connectionId = "" } = (await bench.connection(id)) ?? {};
    await bench.client.call("oauthConnection.delete", { id: connectionId });
    await expect.poll(() => bench.provider.asked.filter(({ path }) => path === "/token/revocation")).toHaveLength(1);
  });
});

describe("disconnecting", () => {
  test("deletes the tokens even when the provider is down, and logs that they are still valid", async () => {
    const bench = await start();
    const { id } = await bench.made();
    await bench.connect(id);
    await bench.provider.close();
    const { id: connectionId = "" } = (await bench.connection(id)) ?? {};
    await bench.client.call("oauthConnection.delete", { id: connectionId });
    expect(await bench.connection(id)).toBeUndefined();
    await expect.poll(() => bench.logged.join("\n")).toContain("its tokens are still valid");
    expect(bench.logged.join("\n")).toContain("Revoke the access in the account's settings at the provider.");
  });

  test("logs that a provider has no revocation endpoint", async () => {
    const bench = await start({ withoutRevocation: true });
    const { id } = await bench.made();
    await bench.connect(id);
    const { id: connectionId = "" } = (await bench.connection(id)) ?? {};
    await bench.client.call("oauthConnection.delete", { id: connectionId });
    await expect.poll(() => bench.logged.join("\n")).toContain("has no revocation endpoint");
  });
});

describe("a provider that is down", () => {
  test("is named on the page with the reason", async () => {
    const bench = await start();
    const { id } = await bench.made();
    await bench.provider.close();
    const page = await bench.connect(id);
    expect(page.status).toBe(502);
    expect(page.text).toContain("nothing listens there (ECONNREFUSED)");
  });

  test("does not end a connection: the call fails, and succeeds when the provider is back", async () => {
    const bench = await start();
    const { serverId } = await bench.deployed();
    await bench.connect(serverId);
    await bench.callPets(serverId);
    bench.clock.aheadMs += 3_545_000;
    bench.provider.pause();
    expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
    bench.clock.aheadMs += 3_600_000;
    await bench.provider.endToken(lastToken(bench));
    const { isError, text } = await bench.callPets(serverId);
    expect([isError, text]).toEqual([true, expect.stringContaining("Try again later.")]);
    expect(await bench.connection(serverId)).toMatchObject({ status: "connected" });
    bench.provider.resume();
    expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
  });
});
