import { expect, test } from "vitest";
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
