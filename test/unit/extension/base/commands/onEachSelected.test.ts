import { describe, expect, test } from "vitest";
import { onEachSelected } from "../../../../../src/extension/base/commands/onEachSelected.ts";
import type { CommandTarget } from "../../../../../src/extension/base/rows/commandTarget.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { defaultSettings } from "../../../../support/editor/defaultSettings.ts";
import { createScriptedPrompts } from "../../../../support/editor/scriptedPrompts.ts";

const project = (name: string): TreeNode => ({
  kind: "project",
  project: { id: name, name, description: "", revision: "1" } as never,
  selected: false,
});
const [one, other] = [project("one"), project("other")];
const note: TreeNode = { kind: "note", id: "n", icon: "", label: "A note", detail: "" };

const ask = (...answers: boolean[]) => {
  const prompts = createScriptedPrompts(...answers);
  return { prompts, settings: () => ({ ...defaultSettings }) };
};

function createRun(fails: (target: CommandTarget) => boolean = () => false) {
  const targets: CommandTarget[] = [];
  const command = async (_app: object, target: CommandTarget) => {
    targets.push(target);
    if (fails(target)) throw new Error("It does not work.");
  };
  return { targets, command: onEachSelected(command, "deploy", ["project"]) };
}

describe("a command on the selected rows", () => {
  test("asks once for all, and runs on each row of its kind", async () => {
    const { prompts, settings } = ask(true);
    const { targets, command } = createRun();
    await command({ prompts, settings }, { node: one, nodes: [one, note, other] });
    expect(prompts.questions).toEqual(["Deploy 2 selected rows?"]);
    expect(targets).toEqual([{ node: one }, { node: other }]);
  });

  test("asks nothing for one row", async () => {
    const { targets, command } = createRun();
    await command(ask(), { node: one });
    expect(targets).toEqual([{ node: one }]);
  });

  test("asks nothing where the settings leave the question out", async () => {
    const { targets, command } = createRun();
    const settings = () => ({ ...defaultSettings, confirm: [] });
    await command({ ...ask(), settings }, { node: one, nodes: [one, other] });
    expect(targets).toHaveLength(2);
  });

  test("does nothing after Escape", async () => {
    const { targets, command } = createRun();
    await command(ask(false), { node: one, nodes: [one, other] });
    expect(targets).toEqual([]);
  });

  test("goes on after a failure, and names the row that failed", async () => {
    const { targets, command } = createRun(({ node }) => node === one);
    const run = command(ask(true), { node: one, nodes: [one, other] });
    await expect(run).rejects.toThrow("Deploy failed for 1 of 2. one: It does not work.");
    expect(targets).toHaveLength(2);
  });
});
