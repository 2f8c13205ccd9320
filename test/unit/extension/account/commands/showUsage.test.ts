import { expect, test } from "vitest";
import { showUsage } from "../../../../../src/extension/account/commands/showUsage.ts";
import { openWalkthrough } from "../../../../../src/extension/workbench/commands/openWalkthrough.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { createDisconnectedFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

test("usage opens as a panel", async () => {
  await using fixture = await createCommandFixture(served);
  await showUsage(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["usage panel"]);
});

test("the walkthrough opens without a connection", async () => {
  await using fixture = await createDisconnectedFixture(served);
  const opened: string[] = [];
  await openWalkthrough({ ...fixture.app, showWalkthrough: async () => void opened.push("walkthrough") }, {});
  expect([opened, fixture.questions]).toEqual([["walkthrough"], []]);
});
