import { expect, onTestFinished, test } from "vitest";
import { startOauthFixture } from "../../../support/oauth/oauthFixture.ts";

test("an account that is connected in a browser is written with the user who began it", async () => {
  const fixture = await startOauthFixture();
  onTestFinished(() => fixture.close());
  const { id } = await fixture.clean();
  await fixture.connect(id, "ann");
  const connection = await fixture.connection(id);
  await fixture.client.call("oauthConnection.delete", { id: connection?.id ?? "" });
  const { items } = await fixture.client.readAuditLog({ q: "oauthConnection", limit: 10 });
  const item = { kind: "oauthConnection", id: connection?.id, name: "ann@example.com" };
  expect(items).toMatchObject([
    { action: "oauthConnection.delete", item, status: 204 },
    { action: "oauthConnection.connect", item, actor: { kind: "apiKey", keyName: "First key" }, address: "127.0.0.1" },
  ]);
  expect(JSON.stringify(items)).not.toMatch(/canary|ticket/);
});
