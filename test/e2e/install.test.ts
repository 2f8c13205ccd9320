import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processesNaming } from "../host/processes.ts";
import { type CleanEditor, cleanEditor } from "./cleanEditor.ts";

describe("the packaged extension in a clean VS Code", () => {
  let editor: CleanEditor;

  beforeAll(async () => {
    editor = await cleanEditor();
  });
  afterAll(() => editor.close());

  test("adds its side bar, which welcomes a user who has no connection", async () => {
    const window = await editor.open();
    const projects = window.view("Projects");
    await projects.show();
    expect(await projects.waitForMessage(/Use the Local Service/)).toContain("Add Connection");
    await window.screenshot("welcome-light");
    await window.theme("dark");
    await window.screenshot("welcome-dark");
    await window.theme("highContrast");
    await window.screenshot("welcome-high-contrast");
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
