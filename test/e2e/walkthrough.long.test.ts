import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTinyServerFiles } from "../support/servers/tinyServer.ts";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { acceptCodeRun } from "./steps/acceptCodeRun.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { writeSampleSkill, writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import { retryAction } from "./verbs/retryAction.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import { createWalkthrough, type Walkthrough } from "./verbs/walkthrough.ts";
import type { OpenWindow } from "./window.ts";

const titles = {
  connect: "Connect to a service",
  deploy: "Deploy a server",
  skill: "Test a skill",
  registry: "Browse the registry",
};

const pictures = [
  [titles.connect, /local service on this machine/],
  [titles.deploy, /tools of a running server/],
  [titles.skill, /SKILL\.md/],
  [titles.registry, /versions of a server/],
] as const;

const soon = { timeout: 5_000 };

describe("the walkthrough", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let steps: Walkthrough;

  beforeAll(async () => {
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    window = await editor.open();
    // VS Code draws the images of a walkthrough only in a wide window.
    await window.page.setViewportSize({ width: 1700, height: 900 });
    steps = createWalkthrough(window);
  });
  afterAll(() => editor.close());

  /** After a step expands, the page takes the focus once more, which closes quick input. */
  const withRetry = (work: () => Promise<void>) => retryAction(window.page, work);

  test("opens by a command with four steps, none of them done", async () => {
    await steps.open();
    expect(await steps.steps()).toEqual({ all: Object.values(titles), done: [] });
  });

  test("has an image with a text alternative for each step", async () => {
    await window.theme("light");
    for (const [index, [title, expected]] of pictures.entries()) {
      await steps.choose(title);
      await steps.picture(expected);
      await window.screenshot(`walkthrough-${index + 1}-light`);
    }
    await window.theme("dark");
    await window.pictures("walkthrough-4");
  });

  test("connects to the local service in the first step", async () => {
    await steps.choose(titles.connect);
    await steps.press("Use the Local Service");
    await window.documents.statusBar(/Local service/);
    await steps.waitForDone(titles.connect);
  });

  test("offers to create a skill in a workspace without one", async () => {
    await steps.choose(titles.skill);
    await steps.press("Test a Skill");
    await window.messages.answer(/There is no SKILL\.md in this workspace/, "New Skill");
    await window.waitForTitle(/New Skill/);
    await window.escape();
    await window.messages.dismissAll();
  });

  test("does not mark a step as done if the user cancels", async () => {
    await withRetry(async () => {
      await steps.choose(titles.deploy);
      await steps.press("Generate Server from OpenAPI");
      expect(await window.choices("Generate Server from OpenAPI", soon)).toEqual([
        "Browse for a File...",
        "From a URL...",
      ]);
    });
    await window.escape();
    expect((await steps.steps()).done).toEqual([titles.connect]);
  });

  test("marks the step as done once a deployment serves, wherever it was started", async () => {
    const files = createTinyServerFiles("healthy", "first").map(
      ({ path, content }) => [`first/${path}`, content] as const,
    );
    writeWorkspaceFiles(editor.workspace, Object.fromEntries(files));
    await window.documents.explorerMenu("first", "Deploy...");
    await window.type("Deploy first", "first");
    await deployAnyway(window, "first 0.1.0");
    await window.messages.waitFor(/Deployed first 0\.1\.0/);
    await steps.waitForDone(titles.deploy);
    await window.messages.dismissAll();
  });

  test("tests the workspace's skill, and marks the step as done when the run ends", async () => {
    writeSampleSkill(editor.workspace);
    await withRetry(async () => {
      await steps.choose(titles.skill);
      await steps.press("Test a Skill");
      await window.pick("Test a Skill", "trim-lines", soon);
    });
    await acceptCodeRun(window, "trim-lines");
    await steps.waitForDone(titles.skill);
    await window.messages.dismissAll();
    rmSync(join(editor.workspace, "skills"), { recursive: true });
  });

  test("ends in the registry", async () => {
    await steps.open();
    await steps.choose(titles.registry);
    await steps.press("Open the Registry");
    await window.view("Registry").waitFor("first");
    await steps.waitForDone(titles.registry);
    await window.screenshot("walkthrough-5-done-dark");
  });
});
