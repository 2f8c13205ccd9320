import { expect, test } from "vitest";
import { saveSupportBundle } from "../../../../../src/extension/profile/commands/saveSupportBundle.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createDisconnectedFixture, createLocalFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const bundleOf = (shown: readonly string[]) =>
  JSON.parse(shown[0]?.replace("Fairlead support bundle.json: ", "") ?? "");

test("the support bundle is shown before it is saved to the chosen file", async () => {
  await using fixture = await createCommandFixture(served, { actions: ["Save..."] });
  fixture.documents.fileAnswer = "file:///home/ada/fairlead-support.json";
  fixture.app.log.info("read /home/ada/work");
  await saveSupportBundle(fixture.app, {});
  const bundle = bundleOf(fixture.documents.shown);
  expect(bundle).toMatchObject({
    versions: { vscode: "1.139.0", fairlead: "0.1.0" },
    log: ["info read ~/work"],
    connections: [{ kind: "local", origin: served.service.url, hasKey: true, state: "connected", dialect: "contract" }],
  });
  const saved = () => JSON.parse(fixture.documents.texts.get("file:///home/ada/fairlead-support.json") ?? "{}");
  await expect.poll(saved).toEqual(bundle);
});

test("the support bundle contains no key, id, name or organization", async () => {
  await using fixture = await createCommandFixture(served);
  const { clientId = "", clientSecret = "" } = (await fixture.app.connections.runtimeCredentials()) ?? {};
  expect(clientSecret).not.toBe("");
  fixture.app.log.error(`Echoed ${clientSecret}`, new Error(`Authorization: Bearer ${clientSecret}`));
  await saveSupportBundle(fixture.app, {});
  const text = fixture.documents.shown.join("\n");
  expect(text).toContain("Echoed ***");
  expect(text).not.toContain(clientSecret);
  expect(text).not.toContain(clientId);
});

test("the support bundle is created without a connection and without a request", async () => {
  await using fixture = await createDisconnectedFixture(served);
  await saveSupportBundle(fixture.app, {});
  expect(bundleOf(fixture.documents.shown)).toMatchObject({ localService: { answers: false }, connections: [] });
  expect(fixture.window.requests).toEqual([]);
});

test("the support bundle contains the failure of the active connection", async () => {
  await using fixture = await createLocalFixture(served);
  fixture.window.network.isDown = true;
  fixture.window.local.state.url = "http://127.0.0.1:9";
  fixture.window.local.restarted();
  await expect.poll(() => fixture.app.connections.session().kind).toBe("failed");
  await saveSupportBundle(fixture.app, {});
  expect(bundleOf(fixture.documents.shown)).toMatchObject({
    connections: [{ state: "failed", failure: "Could not reach the service. Check the connection." }],
  });
});
