import { expect, test } from "vitest";
import type { Server } from "../../../../src/contract/servers.ts";
import { createToolRunner } from "../../../../src/extension/agentTools/toolRunner.ts";
import { readServer } from "../../../../src/extension/server/model/readServer.ts";
import { createToolFixture } from "../../../support/editor/toolFixture.ts";
import { addVersionWithTool, generatePetVersion } from "../../../support/servers/changingTools.ts";
import { createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

/** A server whose newest version lacks a tool of the live one. */
async function createBreakingServer(name: string): Promise<Server> {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name });
  const server = requireValue(await readServer(served.api, id));
  const { server: live } = await deployTinyServer(served, await generatePetVersion(served.api, server, {}));
  return generatePetVersion(served.api, live, { hasDelete: false });
}

const deployed = async ({ id }: Server) =>
  (await served.api.call("deployments.list", { serverId: id })).items.map(({ version }) => version);

test("a deployment that breaks callers fails before the confirmation, with what breaks and what to do", async () => {
  await using fixture = await createToolFixture(served);
  const server = await createBreakingServer("Breaking");
  await expect(fixture.readConfirmation("fairlead_deploy", { server: "Breaking" })).rejects.toThrow(
    /^Breaking 0\.1\.1 is not deployed, because it breaks callers of 0\.1\.0:\n- removePets \(DELETE \/pets\): The tool is gone\.\n.* breaksCallers /,
  );
  expect(await deployed(server)).toEqual(["0.1.0"]);
});

test("it goes on with the user's agreement, which the confirmation shows", async () => {
  await using fixture = await createToolFixture(served);
  const server = await createBreakingServer("Agreed");
  const input = { server: "Agreed", breaksCallers: true, withoutTests: true };
  const lines = await fixture.readConfirmation("fairlead_deploy", input);
  expect(lines).toContain("Breaks callers: removePets (DELETE /pets): The tool is gone.");
  expect(await fixture.invoke("fairlead_deploy", input)).toMatchObject({ outcome: "live" });
  expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
});

test.each([
  ["refuse", "the agreement", /The user's setting "fairlead\.deploy\.breakingChanges" refuses that/],
  ["allow", "a question", undefined],
] as const)("with the setting %s it does not depend on %s", async (breakingChanges, _, refusal) => {
  await using fixture = await createToolFixture(served);
  await createBreakingServer(`Set to ${breakingChanges}`);
  const settings = () => ({ ...fixture.app.settings(), breakingChanges });
  const world = { ...fixture.app, settings, isTrusted: () => true, now: Date.now, timeoutMs: 30_000 };
  const input = { server: `Set to ${breakingChanges}`, breaksCallers: breakingChanges === "refuse" };
  const prepared = createToolRunner(world).prepare("fairlead_deploy", input, new AbortController().signal);
  if (refusal) await expect(prepared).rejects.toThrow(refusal);
  else expect((await prepared).confirmation?.title).toBe("Deploy Set to allow 0.1.1?");
});

test("own code is checked after its tests, which make its tools known", async () => {
  await using fixture = await createToolFixture(served);
  const { server } = await deployTinyServer(served, await createTinyServer(served, "Own", "healthy"));
  await addVersionWithTool(served.api, server, "repeat");
  await expect(fixture.confirmAndInvoke("fairlead_deploy", { server: "Own" })).rejects.toThrow(
    "echo: The tool is gone.",
  );
  expect(await deployed(server)).toEqual(["0.1.0"]);
});
