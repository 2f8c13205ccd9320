import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processesNaming } from "../host/processes.ts";
import { type CleanEditor, cleanEditor } from "./cleanEditor.ts";
import { dark } from "./verbs/theme.ts";

describe("the packaged extension in a clean VS Code", () => {
  let editor: CleanEditor;

  beforeAll(async () => {
    editor = await cleanEditor({ settings: dark });
  });
  afterAll(() => editor.close());

  test("adds its side bar, which welcomes a user who has no connection", async () => {
    const window = await editor.open();
    const projects = window.view("Projects");
    await projects.show();
    expect(await projects.waitForMessage(/Use the Local Service/)).toContain("Add Connection");
    await window.pictures("welcome");
    await window.close();
  });

  test("leaves no process when VS Code is closed", async () => {
    const window = await editor.open();
    await window.view("Projects").show();
    await editor.restart();
    const running = processesNaming(editor.userDataDir).filter(({ command }) => command.includes("dist/service.mjs"));
    expect(running).toEqual([]);
  });
});
