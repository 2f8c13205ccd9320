import { describe, expect, test } from "vitest";
import { closeAtEnd } from "../../../support/closeAtEnd.ts";
import { clientEnvironment, createAccountDocument } from "../../../support/oauth/accountServer.ts";
import { createCookieBrowser } from "../../../support/oauth/cookieBrowser.ts";
import { startOauthFixture } from "../../../support/oauth/oauthFixture.ts";
import { generateVersion } from "../../../support/servers/generateServer.ts";
import { sendJson, startUpstream } from "../../../support/servers/upstream.ts";

const fixture = await closeAtEnd(startOauthFixture({ oauth2: true }));
const other = await closeAtEnd(startUpstream((_, response) => sendJson(response, {}, 404)));

/** Generates the server from a document that names another provider. */
function generateFor(id: string, provider: Parameters<typeof createAccountDocument>[1]) {
  const document = createAccountDocument(fixture.api.origin, provider, { oauth2: true });
  return generateVersion(fixture.client, id, { source: { kind: "openapi", document } });
}
const otherProvider = () => ({ ...fixture.provider, issuer: other.origin });
const visit = async (id: string) => createCookieBrowser().visit(await fixture.ticketUrl(id));

describe("a client secret", () => {
  test("is not sent to the token address of a new document before it is set again", async () => {
    const { id, accounts } = await fixture.generateServer();
    expect(accounts?.[0]?.newSecretAddress).toBeUndefined();
    expect((await fixture.connect(id)).text).toContain("The account is connected");
    const changed = await generateFor(id, otherProvider());
    expect(changed.accounts?.[0]?.newSecretAddress).toBe(`${other.origin}/token`);
    const page = await visit(id);
    expect([page.status, page.text]).toEqual([409, expect.stringContaining(`${other.origin}/token`)]);
    expect(other.received).toEqual([]);
    const again = { LOGIN_CLIENT_SECRET: "another secret" };
    const { accounts: bound } = await fixture.client.call("server.update", { id, environment: again });
    expect(bound?.[0]?.newSecretAddress).toBeUndefined();
    const { url } = await createCookieBrowser().visit(
      await fixture.ticketUrl(id),
      ({ origin }) => origin === other.origin,
    );
    expect(url).toContain(`${other.origin}/auth`);
  });

  test("of the address before is still bound after further documents", async () => {
    const { id } = await fixture.generateServer();
    await generateFor(id, otherProvider());
    expect((await generateFor(id, otherProvider())).accounts?.[0]?.newSecretAddress).toBe(`${other.origin}/token`);
    expect((await generateFor(id, fixture.provider)).accounts?.[0]?.newSecretAddress).toBeUndefined();
    expect((await fixture.connect(id)).text).toContain("The account is connected");
  });

  test("that is removed leaves a public client, which connects anywhere", async () => {
    const { id } = await fixture.generateServer();
    await generateFor(id, otherProvider());
    const environment = { ...clientEnvironment(fixture.provider), LOGIN_CLIENT_SECRET: null };
    const { accounts } = await fixture.client.call("server.update", { id, environment });
    expect(accounts?.[0]?.newSecretAddress).toBeUndefined();
  });
});
