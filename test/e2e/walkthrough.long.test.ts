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

const soon = { timeout: 5_000 };

describe("the walkthrough", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let steps: Walkthrough;

  beforeAll(async () => {
    editor = await startCleanEditor({ settings: defaultThemeSettings });
    window = await editor.open();
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

  test("connects to the local service in the first step", async () => {
    await steps.choose(titles.connect);
    await steps.press("Use the Local Service");
    await window.documents.statusBar(/Local service/);
    await steps.waitForDone(titles.connect);
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
});
