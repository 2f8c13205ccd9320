import { expect, test } from "vitest";
import type { Server } from "../../../../../../src/contract/servers.ts";
import type { Progress } from "../../../../../../src/extension/base/ports.ts";
import { formatState } from "../../../../../../src/extension/base/serviceState.ts";
import { startPreview } from "../../../../../../src/extension/server/commands/deploy/startPreview.ts";
import { deployVersion } from "../../../../../../src/extension/server/commands/deployVersion.ts";
import { isDeploymentUnderWay } from "../../../../../../src/extension/server/model/serverState.ts";
import { createCommandFixture } from "../../../../../support/editor/commandFixture.ts";
import { addTinyVersion, createTinyServer } from "../../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../../support/service/useServedService.ts";

const served = await useServedService();

type Options = NonNullable<Parameters<typeof createCommandFixture>[1]>;
const openFixture = (options: Options = {}) =>
  createCommandFixture(served, { runsTests: true, answers: ["Test and Deploy"], ...options });
const listDeployments = async ({ id }: Server) => (await served.api.call("deployments.list", { serverId: id })).items;
const previews = async (server: Server) =>
  (await listDeployments(server)).filter(({ preview }) => preview).map(({ status }) => formatState(status));

test("a version is tested in a process of its own beside a preview of the user, which goes on", async () => {
  const server = await createTinyServer(served, "Previewed", "healthy");
  await served.api.call("server.deploy", { id: server.id, version: "0.1.0", preview: true });
  await expect.poll(() => previews(server)).toEqual(["running"]);
  await using fixture = await openFixture();
  await deployVersion(fixture.app, served.api, await addTinyVersion(served, server, "legacyOnly"), "0.1.1");
  await fixture.messages.waitFor("Deployed Previewed 0.1.1");
  expect((await listDeployments(server)).map(({ version }) => version)).toEqual(["0.1.1", "0.1.0"]);
  expect(await previews(server)).toEqual(["running"]);
});

test("a version is tested beside a deployment under way, which goes on", async () => {
  const server = await createTinyServer(served, "Waiting", "neverListens");
  await served.api.call("server.deploy", { id: server.id });
  const title = "Deploying Waiting 0.1.1";
  const cancel = { title, message: "Testing Waiting 0.1.1 before its deployment" };
  await using fixture = await openFixture({ cancel });
  await deployVersion(fixture.app, served.api, await addTinyVersion(served, server, "healthy"), "0.1.1");
  await fixture.messages.waitFor("was not deployed");
  const [only, ...others] = await listDeployments(server);
  expect([isDeploymentUnderWay(requireValue(only)), others]).toEqual([true, []]);
});

test("a service without previews gets no request for one", async () => {
  const server = await createTinyServer(served, "Plain", "healthy");
  await using fixture = await openFixture();
  expect(await startPreview(fixture.app, served.api, { ...server, runsOn: undefined }, "0.1.0")).toBeUndefined();
  expect(await listDeployments(server)).toEqual([]);
});

test("a cancel while the preview starts ends it, and nothing is tested", async () => {
  const server = await createTinyServer(served, "Left", "neverListens");
  await using fixture = await openFixture();
  const cancel = new AbortController();
  const cancelStarted = (message: string) => {
    if (message !== "Starting Left 0.1.0") return;
    void expect
      .poll(() => previews(server))
      .toHaveLength(1)
      .then(() => cancel.abort());
  };
  const progress: Progress = { run: (_, work) => work(cancelStarted, cancel.signal) };
  await deployVersion({ ...fixture.app, progress }, served.api, server, server.latestVersion);
  expect([await listDeployments(server), await previews(server)]).toEqual([[expect.anything()], ["stopped"]]);
  expect((await served.api.call("serverTestRuns.list", { id: server.id })).items).toEqual([]);
});
