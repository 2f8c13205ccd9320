import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startCleanEditor } from "../cleanEditor.ts";
import { testAccountFlowsByKeys } from "./keyboardAccountFlows.ts";
import { testServerFlowsByKeys } from "./keyboardServerFlows.ts";
import { testSkillFlowsByKeys } from "./keyboardSkillFlows.ts";
import { createKeyboardWalk, type KeyboardWalk } from "./keyboardWalk.ts";

/** The flows without a mouse: what is on the screen, and keys. */
describe("the flows by keys alone", () => {
  let walk: KeyboardWalk;

  beforeAll(async () => {
    const editor = await startCleanEditor({ settings: { "editor.autoIndent": "none" } });
    walk = await createKeyboardWalk(editor, await editor.open());
  });
  afterAll(() => walk.editor.close());

  testServerFlowsByKeys(() => walk);
  testSkillFlowsByKeys(() => walk);
  testAccountFlowsByKeys(() => walk);

  test("need no mouse", () => {
    expect(walk.mouseEvents()).toEqual([]);
  });
});
