import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCleanEditor } from "../cleanEditor.ts";
import { narrowSideBar } from "../verbs/narrowSideBar.ts";
import { machineThemeSettings } from "../verbs/theme.ts";
import { testAccountFlows } from "./accountFlows.ts";
import { testServerFlows } from "./serverFlows.ts";
import { testSkillFlows } from "./skillFlows.ts";
import { createWalk, type Walk } from "./walk.ts";

/** A user's first day in one window with a side bar of 250 pixels. */
describe("the flows", () => {
  let walk: Walk;

  beforeAll(async () => {
    const editor = await startCleanEditor({ settings: { ...machineThemeSettings, "editor.autoIndent": "none" } });
    const window = await editor.open();
    walk = createWalk(editor, window);
    await narrowSideBar(window.page);
  });
  afterAll(() => walk.editor.close());

  testServerFlows(() => walk);
  testSkillFlows(() => walk);
  testAccountFlows(() => walk);

  test("have names for all that can be operated", () => {
    process.stdout.write(`${walk.table()}\n`);
    expect(walk.findings()).toEqual([]);
  });
});
