import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { startOauthFixture } from "../../../support/oauth/oauthFixture.ts";
import { runsProcesses } from "../../../support/service/servedService.ts";

// The provider is oidc-provider 9.13.3, which revokes the whole grant when a refresh token is used twice.
const fixture = await closeAtEnd(startOauthFixture({ rotate: true, ...runsProcesses }));
const { serverId, deploymentId } = await fixture.deployed();

/** The environment of the server's process, on systems that have /proc. */
const environmentOf = (events: readonly { readonly message?: string | undefined }[]) => {
  const pid = events.flatMap(({ message }) => /^Process (\d+) started/.exec(message ?? "")?.[1] ?? []).at(-1);
  const environment = process.platform === "linux" ? readFileSync(`/proc/${pid}/environ`, "utf8") : "NODE_ENV";
  expect(environment).toContain("NODE_ENV");
  return environment;
};
const lastToken = () => /^Bearer (.+)$/.exec(fixture.api.received.at(-1)?.headers.authorization ?? "")?.[1] ?? "none";
const renewals = () => fixture.provider.grants("refresh_token");
const connected = async () => {
  const page = await fixture.connect(serverId);
  expect(page.text).toContain("The account is connected");
  expect(await fixture.callPets(serverId)).toMatchObject({ isError: false });
};

describe("a tool call of a deployed server", () => {
  test("returns which account to connect and how, while no account is connected", async () => {
    const { isError, text } = await fixture.callPets(serverId);
    expect(isError).toBe(true);
    expect(text).toContain(`No account at ${fixture.provider.issuer} is connected.`);
    expect(text).toContain('Choose "Connect Account" on this server in Fairlead.');
    expect(text).toContain("Or set LOGIN_TOKEN in the environment");
    // The API was asked whether it takes calls without one.
    expect(new Set(fixture.api.received.map(({ headers }) => headers.authorization))).toEqual(new Set([undefined]));
  });

  test("sends the account's token to the API without a restart, and renews it once when it ends, each time with the last refresh token", async () => {
    await fixture.connect(serverId);
    const { isError, text } = await fixture.callPets(serverId);
    expect(isError).toBe(false);
    expect(text).toContain('"holder": "ann"');
    const first = lastToken();
    // The API echoes the token, which the model must not receive.
    expect(text).toContain('"echo": "***"');
    expect(text).not.toContain(first);
    await fixture.callPets(serverId);
    expect(lastToken()).toBe(first);

    let before = renewals();
    const received = fixture.api.received.length;
    await fixture.provider.endToken(first);
    expect(await fixture.callPets(serverId)).toMatchObject({ isError: false });
    expect(fixture.api.received.length - received).toBe(2);
    expect(lastToken()).not.toBe(first);
    expect(renewals() - before).toBe(1);
    expect(await fixture.connection(serverId)).toMatchObject({ status: "connected", statusDetail: null });

    before = renewals();
    await fixture.provider.endToken(lastToken());
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.callPets(serverId)));
    expect(answers.filter((answer) => answer.isError)).toEqual([]);
    expect(renewals() - before).toBe(1);

    // A new token that expires within a minute is renewed before it is used.
    await fixture.connect(serverId);
    before = renewals();
    const refused = fixture.refused.length;
    fixture.clock.aheadMs += 3_545_000;
    expect(await fixture.callPets(serverId)).toMatchObject({ isError: false });
    expect(renewals() - before).toBe(1);
    expect(fixture.refused.length).toBe(refused);
  });

  test("returns that the account must be connected again when the provider revokes the grant", async () => {
    await connected();
    await fixture.provider.endGrant(lastToken());
    const { isError, text } = await fixture.callPets(serverId);
    expect(isError).toBe(true);
    expect(text).toContain("must be connected again");
    expect(text).toContain("invalid_grant");
    const connection = await fixture.connection(serverId);
    expect(connection).toMatchObject({ status: "revoked", statusDetail: expect.stringContaining("invalid_grant") });
    expect((await fixture.server(serverId)).accounts).toMatchObject([{ status: "revoked" }]);
    const requestCount = fixture.provider.requests.length;
    await fixture.callPets(serverId);
    expect(fixture.provider.requests.length).toBe(requestCount);
    await connected();
    expect(await fixture.connection(serverId)).toMatchObject({
      id: connection?.id,
      status: "connected",
      statusDetail: null,
    });
  });

  test("retains a renewed token that cannot be saved at once", async () => {
    await connected();
    const disk = new DatabaseSync(join(fixture.dataDir, "fairlead.db"));
    disk.exec(`CREATE TRIGGER full BEFORE UPDATE OF sealed_tokens ON oauth_connections
      BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
    for (let round = 0; round < 2; round += 1) {
      await fixture.provider.endToken(lastToken());
      expect(await fixture.callPets(serverId)).toMatchObject({ isError: false });
    }
    expect(fixture.logged.join("\n")).toContain("the account must be connected again) is not saved yet");
    const { expiresAt } = (await fixture.connection(serverId)) ?? {};
    disk.exec("DROP TRIGGER full");
    disk.close();
    await expect.poll(async () => (await fixture.connection(serverId))?.expiresAt).not.toBe(expiresAt);
    await fixture.provider.endToken(lastToken());
    expect(await fixture.callPets(serverId)).toMatchObject({ isError: false });
  });

  test("fails after the account is disconnected, which revokes the tokens at the provider", async () => {
    await connected();
    const token = lastToken();
    expect(await fixture.provider.holder(token)).toBe("ann");
    const { id = "" } = (await fixture.connection(serverId)) ?? {};
    await fixture.client.call("oauthConnection.delete", { id });
    expect(await fixture.callPets(serverId)).toMatchObject({
      isError: true,
      text: expect.stringContaining("No account at"),
    });
    await expect.poll(() => fixture.provider.holder(token)).toBeUndefined();
    await expect.poll(() => fixture.logged.join("\n")).toContain("its tokens were revoked there");
    expect((await fixture.server(serverId)).accounts).toMatchObject([{ connectionId: null, status: "missing" }]);
  });

  test("uses the token variable when no account is connected", async () => {
    const { serverId: other } = await fixture.deployed({ LOGIN_TOKEN: "canary-own-token" });
    expect(await fixture.callPets(other)).toMatchObject({
      isError: true,
      text: expect.stringContaining("The credential in LOGIN_TOKEN was not accepted."),
    });
    expect(lastToken()).toBe("canary-own-token");
  });

  test("works in the process of a test run", async () => {
    const { id } = await fixture.generateServer();
    await fixture.connect(id);
    await fixture.client.call("server.update", { id, environment: { LOGIN_API_HOSTS: fixture.api.origin } });
    const run = await fixture.client.call("serverTestRuns.start", { id, cases: ["smoke"] });
    const ended = await expect
      .poll(() => fixture.client.call("serverTestRun.get", { id: run.id }), { interval: 100 })
      .toMatchObject({ status: "passed", deploymentId: null, cases: [{ id: "smoke:listPets", status: "passed" }] })
      .then(() => fixture.client.call("serverTestRun.get", { id: run.id }));
    expect(JSON.stringify(ended)).not.toContain(lastToken());
  });
});

test("the client secret and the tokens are in no file, event, log, list or environment in plain text", async () => {
  await connected();
  const token = lastToken();
  const refresh = fixture.refused;
  const { id = "" } = (await fixture.connection(serverId)) ?? {};
  const deploymentEvents = (await fixture.client.call("deployment.events", { id: deploymentId, limit: 200 })).items;
  const readable = JSON.stringify([
    await fixture.client.call("oauthConnection.get", { id }),
    await fixture.server(serverId),
    deploymentEvents,
    fixture.logged,
    environmentOf(deploymentEvents),
  ]);
  for (const secret of [token, fixture.provider.client.secret, ...refresh.filter((text) => text.length > 8)]) {
    expect(readable).not.toContain(secret);
    expect(fixture.readDataFolder()).not.toContain(secret);
  }
});
