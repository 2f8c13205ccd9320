import { expect, test } from "vitest";
import { showStatusMenu } from "../../../../../src/extension/workbench/commands/showStatusMenu.ts";
import { commandTable } from "../../../../../src/extension/workbench/commandTable.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

test("every offered command exists, and the chosen one is run", async () => {
  await using fixture = await createCommandFixture(served, { answers: ["Switch connection"] });
  await showStatusMenu(fixture.app, {});
  const [choices = []] = fixture.prompts.offered;
  const offered = choices.map(({ value }) => String(value));
  // VS Code has a command `<view>.focus` for each view.
  expect(offered.filter((command) => !(command in commandTable))).toEqual(["fairlead.account.focus"]);
  expect(fixture.ranCommands).toEqual(["fairlead.connection.switch"]);
});

test("the menu shows the user and the organization", async () => {
  await using fixture = await createCommandFixture(served, { answers: [escapeAnswer, escapeAnswer] });
  const { connections } = fixture.app;
  const session = connections.session();
  const name = session.kind === "connected" ? session.me.name : "";
  await showStatusMenu(fixture.app, {});
  await connections.nameOrganization();
  await showStatusMenu(fixture.app, {});
  expect(fixture.prompts.questions).toEqual([
    `Fairlead: ${name} (Local service)`,
    `Fairlead: ${name}, Personal (Local service)`,
  ]);
});
