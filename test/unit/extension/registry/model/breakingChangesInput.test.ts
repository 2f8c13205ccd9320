import { expect, test } from "vitest";
import { createToolRunner } from "../../../../../src/extension/agentTools/toolRunner.ts";
import { readBreakingChangesInput } from "../../../../../src/extension/registry/model/breakingChangesInput.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import { prepareTestRun } from "../../../../../src/extension/testing/commands/prepareTestRun.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { withSettings } from "../../../../support/editor/defaultSettings.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { generatePetVersion } from "../../../../support/servers/changingTools.ts";
import { waitForRunEnd } from "../../../../support/servers/codeServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

/** A server whose newest version lacks a tool of the version before it. */
async function createBreakingServer(name: string) {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name });
  const first = await generatePetVersion(served.api, requireValue(await readServer(served.api, id)), {});
  return generatePetVersion(served.api, first, { hasDelete: false });
}

test.each([
  ["ask", "failed"],
  ["refuse", "failed"],
  ["allow", "passed"],
] as const)("a run of the Test Explorer with the setting %s ends %s", async (breakingChanges, status) => {
  await using fixture = await createCommandFixture(served);
  const app = withSettings(fixture.app, { breakingChanges });
  const server = await createBreakingServer(`Run with ${breakingChanges}`);
  const subject = { kind: "server", server, caseFile: undefined } as const;
  const prepared = await prepareTestRun(app, served.api, { subject, cases: ["contract"] });
  const started = requireValue(await prepared.start(served.api, undefined));
  expect(await waitForRunEnd(served.api, started.run.id)).toMatchObject({ status });
});

test.each([
  ["ask", "failed"],
  ["allow", "passed"],
] as const)("a run that a language model starts with the setting %s ends %s", async (breakingChanges, status) => {
  await using fixture = await createCommandFixture(served);
  const name = `Model with ${breakingChanges}`;
  await createBreakingServer(name);
  const world = { ...withSettings(fixture.app, { breakingChanges }), isTrusted: () => true, now: Date.now };
  const runner = createToolRunner({ ...world, timeoutMs: 30_000 });
  const input = { server: name, cases: ["contract"] };
  const { signal } = new AbortController();
  await runner.prepare("fairlead_runTests", input, signal);
  const text = await runner.invoke("fairlead_runTests", input, signal);
  expect(JSON.parse(text)).toMatchObject({ run: { status } });
});

test("a service that does not implement the contract gets no such field", async () => {
  await using fixture = await createOtherServiceFixture(served, {});
  expect(readBreakingChangesInput(withSettings(fixture.app, { breakingChanges: "allow" }), true)).toEqual({});
});
