import { expect, test } from "vitest";
import { commandTable } from "../../../../src/commands/commandTable.ts";
import { showStatusMenu } from "../../../../src/commands/view/showStatusMenu.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

test("every offered command exists, and the chosen one is run", async () => {
  await using fixture = await createCommandFixture(served);
  const offered: string[] = [];
  const ranCommands: string[] = [];
  const prompts = {
    ...fixture.app.prompts,
    pick: async <T>({ choices }: { choices: readonly { value: T }[] | Promise<readonly { value: T }[]> }) => {
      const list = await choices;
      offered.push(...list.map(({ value }) => String(value)));
      return list[0]?.value;
    },
  };
  await showStatusMenu({ ...fixture.app, prompts, run: async (command) => void ranCommands.push(command) }, {});
  // VS Code has a command `<view>.focus` for each view.
  expect(offered.filter((command) => !(command in commandTable))).toEqual(["fairlead.account.focus"]);
  expect(ranCommands).toEqual([offered[0]]);
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
