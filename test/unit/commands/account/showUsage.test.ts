import { expect, test } from "vitest";
import { showUsage } from "../../../../src/commands/account/showUsage.ts";
import { runCommand } from "../../../../src/commands/runCommand.ts";
import { openWalkthrough } from "../../../../src/commands/view/openWalkthrough.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { createDisconnectedFixture } from "../../../support/editor/disconnectedFixture.ts";
import { escapeAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

test("usage opens as a panel", async () => {
  await using fixture = await createCommandFixture(served);
  await showUsage(fixture.app, {});
  expect(fixture.ranCommands).toEqual(["usage panel"]);
});

test("usage asks for a connection first, and opens nothing after Escape", async () => {
  await using fixture = await createDisconnectedFixture(served, { answers: [escapeAnswer] });
  const opened: string[] = [];
  await showUsage({ ...fixture.app, showUsage: () => void opened.push("usage panel") }, {});
  expect(opened).toEqual([]);
  expect(fixture.questions[0]).toContain("Switch Connection");
});

test("a failed usage request is reported by runCommand", async () => {
  await using fixture = await createCommandFixture(served, { actions: [] });
  const app = {
    ...fixture.app,
    client: async () => {
      throw new Error("The service at 127.0.0.1:9 cannot be reached.");
    },
  };
  await runCommand(app, "fairlead.organization.showUsage", showUsage, {});
  expect(fixture.messages.shown[0]).toContain("127.0.0.1:9 cannot be reached");
  expect(fixture.ranCommands).toEqual([]);
});

test("the walkthrough opens without a connection", async () => {
  await using fixture = await createDisconnectedFixture(served);
  const opened: string[] = [];
  await openWalkthrough({ ...fixture.app, showWalkthrough: async () => void opened.push("walkthrough") }, {});
  expect([opened, fixture.questions]).toEqual([["walkthrough"], []]);
});
