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

/** Its newest version lacks a tool of the version before it. */
const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Pets" });
const first = await generatePetVersion(served.api, requireValue(await readServer(served.api, id)), {});
const server = await generatePetVersion(served.api, first, { hasDelete: false });
const cases = ["contract"];

test.each([
  ["ask", "failed"],
  ["refuse", "failed"],
  ["allow", "passed"],
] as const)(
  "with the setting %s a run of the Test Explorer, or of a language model, ends %s",
  async (breakingChanges, status) => {
    await using fixture = await createCommandFixture(served);
    const app = withSettings(fixture.app, { breakingChanges });
    const subject = { kind: "server", server, caseFile: undefined } as const;
    const prepared = await prepareTestRun(app, served.api, { subject, cases });
    const started = requireValue(await prepared.start(served.api, undefined));
    expect(await waitForRunEnd(served.api, started.run.id)).toMatchObject({ status });
    const runner = createToolRunner({ ...app, isTrusted: () => true, now: Date.now, timeoutMs: 30_000 });
    const { signal } = new AbortController();
    await runner.prepare("fairlead_runTests", { server: "Pets", cases }, signal);
    const text = await runner.invoke("fairlead_runTests", { server: "Pets", cases }, signal);
    expect(JSON.parse(text)).toMatchObject({ run: { status } });
  },
);

test("a service that does not implement the contract gets no such field", async () => {
  await using fixture = await createOtherServiceFixture(served, {});
  expect(readBreakingChangesInput(withSettings(fixture.app, { breakingChanges: "allow" }), true)).toEqual({});
});
