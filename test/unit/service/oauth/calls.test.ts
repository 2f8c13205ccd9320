import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCookieBrowser } from "../../../support/oauth/cookieBrowser.ts";
import { type OauthFixture, startOauthFixture } from "../../../support/oauth/oauthFixture.ts";

// The provider is oidc-provider 9.13.3, which takes a refresh token that comes twice for stolen, and ends everything then.
let bench: OauthFixture;
let serverId: string;
let deploymentId: string;
beforeAll(async () => {
  bench = await startOauthFixture({ rotate: true });
  ({ serverId, deploymentId } = await bench.deployed());
});
afterAll(() => bench.close());

/** What the server's process was started with, where the system tells. */
const environmentOf = (events: readonly { readonly message?: string | undefined }[]) => {
  const pid = events.flatMap(({ message }) => /^Process (\d+) started/.exec(message ?? "")?.[1] ?? []).at(-1);
  const environment = process.platform === "linux" ? readFileSync(`/proc/${pid}/environ`, "utf8") : "NODE_ENV";
  expect(environment).toContain("NODE_ENV");
  return environment;
};
const lastToken = () => /^Bearer (.+)$/.exec(bench.api.received.at(-1)?.headers.authorization ?? "")?.[1] ?? "none";
const renewals = () => bench.provider.grants("refresh_token");
const connected = async () => {
  const page = await bench.connect(serverId);
  expect(page.text).toContain("The account is connected");
  expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
};

describe("a tool call of a deployed server", () => {
  test("says which account to connect, and where, as long as there is none", async () => {
    const { isError, text } = await bench.callPets(serverId);
    expect(isError).toBe(true);
    expect(text).toContain(`No account at ${bench.provider.issuer} is connected.`);
    expect(text).toContain('Choose "Connect Account" on this server in Fairlead.');
    expect(text).toContain("Or set LOGIN_TOKEN in the environment");
    expect(bench.api.received).toHaveLength(0);
  });

  test("reaches an API that verifies the account's token, with no restart in between", async () => {
    await bench.connect(serverId);
    const { isError, text } = await bench.callPets(serverId);
    expect(isError).toBe(false);
    expect(text).toContain('"holder": "ann"');
    // The API repeats the token, and the model must not see it.
    expect(text).toContain('"echo": "***"');
    expect(text).not.toContain(lastToken());
  });

  test("asks the service once for a token that lasts", async () => {
    await connected();
    const [tokens, calls] = [new Set<string>(), 5];
    for (let call = 0; call < calls; call += 1) {
      await bench.callPets(serverId);
      tokens.add(lastToken());
    }
    expect(tokens.size).toBe(1);
  });

  test("gets a new token where the API refuses the one before, and is repeated once", async () => {
    await connected();
    const [before, received] = [renewals(), bench.api.received.length];
    const old = lastToken();
    await bench.provider.endToken(old);
    expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
    expect(bench.api.received.length - received).toBe(2);
    expect(lastToken()).not.toBe(old);
    expect(renewals() - before).toBe(1);
    expect(await bench.connection(serverId)).toMatchObject({ status: "connected", statusDetail: null });
  });

  test("gets one new token however many are refused at the same time", async () => {
    await connected();
    const before = renewals();
    await bench.provider.endToken(lastToken());
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.callPets(serverId)));
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(renewals() - before).toBe(1);
  });

  test("goes on through one renewal after the other, each with the refresh token of the one before", async () => {
    await connected();
    const before = renewals();
    for (let round = 0; round < 3; round += 1) {
      await bench.provider.endToken(lastToken());
      expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
    }
    expect(renewals() - before).toBe(3);
  });

  test("gets a token that expires within a minute renewed before it is used", async () => {
    await bench.connect(serverId);
    const [before, refused] = [renewals(), bench.refused.length];
    bench.clock.aheadMs += 3_545_000;
    expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
    expect(renewals() - before).toBe(1);
    expect(bench.refused.length).toBe(refused);
  });

  test("says that the account has to be connected again where everything was taken back at the provider", async () => {
    await connected();
    await bench.provider.endGrant(lastToken());
    const { isError, text } = await bench.callPets(serverId);
    expect(isError).toBe(true);
    expect(text).toContain("must be connected again");
    expect(text).toContain("invalid_grant");
    const connection = await bench.connection(serverId);
    expect(connection).toMatchObject({ status: "revoked", statusDetail: expect.stringContaining("invalid_grant") });
    expect((await bench.server(serverId)).accounts).toMatchObject([{ status: "revoked" }]);
    const asked = bench.provider.asked.length;
    await bench.callPets(serverId);
    expect(bench.provider.asked.length).toBe(asked);
    await connected();
    expect(await bench.connection(serverId)).toMatchObject({
      id: connection?.id,
      status: "connected",
      statusDetail: null,
    });
  });

  test("loses no renewed token that the disk does not take at once", async () => {
    await connected();
    const disk = new DatabaseSync(join(bench.dataDir, "fairlead.db"));
    disk.exec(`CREATE TRIGGER full BEFORE UPDATE OF sealed_tokens ON oauth_connections
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    for (let round = 0; round < 2; round += 1) {
      await bench.provider.endToken(lastToken());
      expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
    }
    expect(bench.logged.join("\n")).toContain("the account must be connected again) is not saved yet");
    const { expiresAt } = (await bench.connection(serverId)) ?? {};
    disk.exec("DROP TRIGGER full");
    disk.close();
    await expect
      .poll(async () => (await bench.connection(serverId))?.expiresAt, { timeout: 10_000 })
      .not.toBe(expiresAt);
    await bench.provider.endToken(lastToken());
    expect(await bench.callPets(serverId)).toMatchObject({ isError: false });
  });

  test("ends with the disconnection, which revokes the tokens at the provider", async () => {
    await connected();
    const token = lastToken();
    expect(await bench.provider.holder(token)).toBe("ann");
    const { id = "" } = (await bench.connection(serverId)) ?? {};
    await bench.client.call("oauthConnection.delete", { id });
    expect(await bench.callPets(serverId)).toMatchObject({
      isError: true,
      text: expect.stringContaining("No account at"),
    });
    await expect.poll(() => bench.provider.holder(token)).toBeUndefined();
    await expect.poll(() => bench.logged.join("\n")).toContain("its tokens were revoked there");
    expect((await bench.server(serverId)).accounts).toMatchObject([{ connectionId: null, status: "missing" }]);
  });

  test("uses the variable of a token where no account is connected", async () => {
    const { serverId: other } = await bench.deployed({ LOGIN_TOKEN: "canary-own-token" });
    expect(await bench.callPets(other)).toMatchObject({
      isError: true,
      text: expect.stringContaining("The credential in LOGIN_TOKEN was not accepted."),
    });
    expect(lastToken()).toBe("canary-own-token");
  });

  test("works in a test run's own process, too", async () => {
    const { id } = await bench.made();
    await bench.connect(id);
    const run = await bench.client.call("serverTestRuns.start", { id, cases: ["smoke"] });
    const ended = await expect
      .poll(() => bench.client.call("serverTestRun.get", { id: run.id }), { timeout: 30_000, interval: 100 })
      .toMatchObject({ status: "passed", deploymentId: null, cases: [{ id: "smoke:listPets", status: "passed" }] })
      .then(() => bench.client.call("serverTestRun.get", { id: run.id }));
    expect(JSON.stringify(ended)).not.toContain(lastToken());
  });
});

test("a client's secret and the tokens are on no disk, in no event, log, list or environment", async () => {
  await connected();
  const token = lastToken();
  const refresh = bench.refused;
  const { id = "" } = (await bench.connection(serverId)) ?? {};
  const deploymentEvents = (await bench.client.call("deployment.events", { id: deploymentId, limit: 200 })).items;
  const told = JSON.stringify([
    await bench.client.call("oauthConnection.get", { id }),
    await bench.server(serverId),
    deploymentEvents,
    bench.logged,
    environmentOf(deploymentEvents),
  ]);
  for (const secret of [token, bench.provider.client.secret, ...refresh.filter((one) => one.length > 8)]) {
    expect(told).not.toContain(secret);
    expect(bench.readDataFolder()).not.toContain(secret);
  }
});

test("a browser that only knows the callback's address gets nowhere", async () => {
  const page = await createCookieBrowser().visit(`${bench.service.url}/connect/callback?code=x&state=y`);
  expect(page.status).toBe(400);
});
