import { expect, test } from "vitest";
import { showUsage } from "../../../../../src/extension/account/commands/showUsage.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

test("usage opens as a panel", async () => {
  await using fixture = await createCommandFixture(served);
  await showUsage(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["usage panel"]);
});
