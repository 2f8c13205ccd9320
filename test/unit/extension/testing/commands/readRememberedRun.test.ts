import { expect, test } from "vitest";
import { writeSelectedOrganization } from "../../../../../src/extension/connection/model/selectedOrganization.ts";
import { readRememberedRun } from "../../../../../src/extension/testing/commands/readRememberedRun.ts";
import { openTestRunHistory, type TestRunRecord } from "../../../../../src/extension/testing/model/testMemory.ts";
import { createSkillFixture } from "../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const entry: TestRunRecord = {
  ...{ connectionId: "local", ownerId: "srv_gone", runId: "run_gone" },
  ...{ kind: "server", isOpen: true, isKept: false },
};

test("a run that its service no longer has is not looked for again", async () => {
  await using fixture = await createSkillFixture(served);
  const { app } = fixture;
  expect(await readRememberedRun(app, served.api, entry)).toBeUndefined();
  expect(openTestRunHistory(app.memory).of("local")).toEqual([{ ...entry, isOpen: false }]);
});

test("a run stays remembered when its connection is left while it is read", async () => {
  await using fixture = await createSkillFixture(served);
  const { app } = fixture;
  await openTestRunHistory(app.memory).save(entry);
  const reading = readRememberedRun(app, served.api, entry);
  await writeSelectedOrganization(app.memory, "local", { id: "org_other", name: "Other" });
  expect(await reading).toBeUndefined();
  expect(openTestRunHistory(app.memory).of("local")).toEqual([entry]);
});
