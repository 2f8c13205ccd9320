import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { chooseOperations } from "../../src/extension/vscode/prompts/chooseOperations.ts";
import { createTestOutline } from "../support/documents/createTestOutline.ts";
import { waitForValue } from "./answerPrompts.ts";

type Picker = vscode.QuickPick<vscode.QuickPickItem>;

const outline = createTestOutline(
  Object.fromEntries(Array.from({ length: 1223 }, (_, index) => [`GET /things/${index}`, [`tag${index % 40}`]])),
);

/** Opens the chooser and returns its picker, and a function that presses its buttons. */
async function open(question: Partial<Parameters<typeof chooseOperations>[0]> = {}) {
  const original = vscode.window.createQuickPick;
  const { promise, resolve } = Promise.withResolvers<Picker>();
  const buttons = new vscode.EventEmitter<vscode.QuickInputButton>();
  Object.assign(vscode.window, {
    createQuickPick: () => {
      const picker = Object.assign(original.call(vscode.window), { onDidTriggerButton: buttons.event });
      resolve(picker);
      return picker;
    },
  });
  const answer = chooseOperations({
    ...{ analysis: outline, overlay: undefined, chosen: {}, maxTools: 2000 },
    ...question,
  });
  Object.assign(vscode.window, { createQuickPick: original });
  const picker = await promise;
  await settled();
  const press = async (tooltip: string) => {
    const button = picker.buttons.find((candidate) => candidate.tooltip === tooltip);
    assert.ok(button, `there is no button "${tooltip}"`);
    buttons.fire(button);
    await settled();
  };
  return { picker, answer, press };
}

const accept = () => vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");

/** Waits until the window has applied the changes and has fired its events. */
async function settled(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((next) => setTimeout(next));
    await vscode.commands.getCommands(true);
  }
}

describe("the operation chooser", () => {
  it("shows 1,223 operations under their tags at once, all of them selected", async () => {
    const { picker, answer } = await open();
    assert.match(picker.title ?? "", /^1,223 of 1,223 operations · about [\d,]+ tokens$/);
    assert.equal(picker.items.filter(({ kind }) => kind === vscode.QuickPickItemKind.Separator).length, 40);
    await accept();
    assert.deepEqual(await answer, {});
  });

  it("keeps an earlier selection, also of a part of a tag, when it switches lists", async () => {
    const chosen = { include: ["tag:tag3", "GET /things/1", "GET /things/41"] };
    const { picker, answer, press } = await open({ chosen });
    assert.match(picker.title ?? "", /^33 of 1,223 operations · about [\d,]+ tokens$/);
    await press("Choose by tag");
    assert.equal(picker.items.find(({ label }) => label === "tag1")?.description, "2 of 31 operations");
    assert.deepEqual(
      picker.selectedItems.map(({ label }) => label),
      ["tag1", "tag3"],
    );
    await press("Choose one by one");
    assert.match(picker.title ?? "", /^33 of 1,223 operations · about [\d,]+ tokens$/);
    await accept();
    assert.deepEqual(await answer, chosen);
  });

  it("selects a whole tag that is checked and clears one that is unchecked", async () => {
    const { picker, answer } = await open({ maxTools: 80, chosen: { include: ["tag:tag3", "GET /things/1"] } });
    picker.selectedItems = picker.items.filter(({ label }) => label === "tag1" || label === "tag30");
    await waitForValue(() => picker.title?.startsWith("31 of") || undefined, "the ticks are counted");
    await accept();
    assert.deepEqual(await answer, { include: ["tag:tag30", "GET /things/1"] });
  });

  it("starts with the tags and warns if there would be too many tools", async () => {
    const { picker, answer } = await open({ maxTools: 80 });
    assert.match(picker.title ?? "", /more than 80 tools/);
    assert.equal(picker.items.length, 40);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    assert.equal(await answer, undefined);
  });

  it("stays open without an operation", async () => {
    const { picker, answer } = await open();
    picker.selectedItems = [];
    await waitForValue(() => picker.title?.startsWith("0 of") || undefined, "nothing is chosen");
    await accept();
    await waitForValue(() => picker.title === "Choose at least one operation" || undefined, "it says what is missing");
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    assert.equal(await answer, undefined);
  });
});
