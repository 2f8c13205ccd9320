import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tinyServer } from "../support/tinyServer.ts";
import { type CleanEditor, cleanEditor } from "./cleanEditor.ts";
import { pictureFailures } from "./pictureFailures.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { dark } from "./verbs/theme.ts";
import { until } from "./verbs/until.ts";
import { type Walkthrough, walkthrough } from "./verbs/walkthrough.ts";
import type { OpenWindow } from "./window.ts";
import { putFiles, putSkill } from "./workspaceFiles.ts";

const titles = {
  connect: "Connect to a service",
  deploy: "Deploy a server",
  skill: "Test a skill",
  registry: "Browse the registry",
};

describe("the first steps", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let steps: Walkthrough;

  beforeAll(async () => {
    editor = await cleanEditor({ settings: dark });
    window = await editor.open();
    // VS Code draws the pictures of a walkthrough only where there is room beside the words.
    await window.page.setViewportSize({ width: 1700, height: 900 });
    steps = walkthrough(window.page, window.runCommand);
  });
  beforeEach((context) => pictureFailures(context, window));
  afterAll(() => editor.close());

  test("open by a command, four of them, none of them done", async () => {
    await steps.open();
    expect(await steps.steps()).toEqual({ all: Object.values(titles), done: [] });
  });

  test("have pictures of their own, which follow the theme", async () => {
    for (const theme of ["light", "highContrast", "highContrastLight", "dark"] as const) {
      await window.theme(theme);
      await steps.choose(titles.connect);
      await steps.picture(/local service on this machine/);
      await window.screenshot(`walkthrough-1-connect-${theme}`);
      await steps.choose(titles.deploy);
      await steps.picture(/tools of a running server/);
      await window.screenshot(`walkthrough-2-deploy-${theme}`);
      await steps.choose(titles.skill);
      await steps.picture(/SKILL\.md/);
      await window.screenshot(`walkthrough-3-skill-${theme}`);
      await steps.choose(titles.registry);
      await steps.picture(/versions of a server/);
      await window.screenshot(`walkthrough-4-registry-${theme}`);
    }
  });

  test("connect, in the first one, to the local service", async () => {
    await steps.choose(titles.connect);
    await steps.press("Use the Local Service");
    await window.documents.statusBar(/Local service/);
    await steps.waitForDone(titles.connect);
  });

  test("say in a workspace without a skill what to do, and offer it", async () => {
    await steps.choose(titles.skill);
    await steps.press("Test a Skill");
    await window.messages.answer(/There is no SKILL\.md in this workspace/, "New Skill");
    await window.asked(/New Skill/);
    await window.escape();
    await window.messages.dismissAll();
  });

  test("are not done by a question that was escaped", async () => {
    await steps.choose(titles.deploy);
    await steps.press("Generate Server from OpenAPI");
    expect(await window.choices("Generate Server from OpenAPI")).toEqual(["From a URL..."]);
    await window.escape();
    expect((await steps.steps()).done).toEqual([titles.connect]);
  });

  test("are done with a deployment that serves, wherever it was ordered", async () => {
    const files = tinyServer("healthy", "first").map(({ path, content }) => [`first/${path}`, content] as const);
    putFiles(editor.workspace, Object.fromEntries(files));
    await window.documents.explorerMenu("first", "Deploy...");
    await window.type("Deploy first", "first");
    await deployAnyway(window, "first 0.1.0");
    await window.messages.waitFor(/Deployed first 0\.1\.0/);
    await steps.waitForDone(titles.deploy);
    await window.messages.dismissAll();
  });

  test("test the workspace's skill, and are done when its run has ended", async () => {
    putSkill(editor.workspace);
    await steps.choose(titles.skill);
    // The page takes the focus once more where a step was just unfolded, and closes the question.
    const question = async () => {
      const isAsked = await window.page.locator(".quick-input-widget:visible").isVisible();
      if (!isAsked) await steps.press("Test a Skill");
      return window.page.locator(".quick-input-widget:visible").isVisible();
    };
    await until("The question which skill", question, (isAsked) => isAsked);
    await window.pick("Test a Skill", "trim-lines");
    await steps.waitForDone(titles.skill);
    await window.messages.dismissAll();
    rmSync(join(editor.workspace, "skills"), { recursive: true });
  });

  test("end in the registry", async () => {
    await steps.open();
    await steps.choose(titles.registry);
    await steps.press("Open the Registry");
    await window.view("Registry").waitFor("first");
    await steps.waitForDone(titles.registry);
    await window.screenshot("walkthrough-5-done-dark");
  });
});
