import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCleanEditor } from "../cleanEditor.ts";
import { narrowSideBar } from "../verbs/narrowSideBar.ts";
import { machineThemeSettings } from "../verbs/theme.ts";
import { testAccountFlows } from "./accountFlows.ts";
import { testServerFlows } from "./serverFlows.ts";
import { testSkillFlows } from "./skillFlows.ts";
import { createWalk, type Walk } from "./walk.ts";

/** A user's first day without a mouse, in one window with a side bar of 250 pixels: what is on the screen, and keys. */
describe("the flows by keys alone", () => {
  let walk: Walk;

  beforeAll(async () => {
    const editor = await startCleanEditor({ settings: { ...machineThemeSettings, "editor.autoIndent": "none" } });
    const window = await editor.open();
    await narrowSideBar(window.page);
    walk = await createWalk(editor, window);
  });
  afterAll(() => walk.editor.close());

  testServerFlows(() => walk);
  testSkillFlows(() => walk);
  testAccountFlows(() => walk);

  test("need no mouse", () => {
    expect(walk.mouseEvents()).toEqual([]);
  });

  test("have names for all that can be operated", () => {
    expect(walk.findings()).toEqual([]);
  });
});
