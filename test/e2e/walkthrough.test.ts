import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTinyServerFiles } from "../support/servers/tinyServer.ts";
import { type CleanEditor, cleanEditor } from "./cleanEditor.ts";
import { pictureFailures } from "./pictureFailures.ts";
import { agreeToRun } from "./steps/agreeToRun.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { retryAction } from "./verbs/retryAction.ts";
import { dark } from "./verbs/theme.ts";
import { type Walkthrough, walkthrough } from "./verbs/walkthrough.ts";
import type { OpenWindow } from "./window.ts";
import { writeSampleSkill, writeWorkspaceFiles } from "./workspaceFiles.ts";

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

  /** The page takes the focus once more where a step was just unfolded, and closes what was asked. */
  const asking = (work: () => Promise<void>) => retryAction(window.page, work);

  test("open by a command, four of them, none of them done", async () => {
    await steps.open();
    expect(await steps.steps()).toEqual({ all: Object.values(titles), done: [] });
  });

  test("have pictures of their own, which say what they show", async () => {
    await window.theme("light");
    for (const [index, [title, expected]] of pictures.entries()) {
      await steps.choose(title);
      await steps.picture(expected);
      await window.screenshot(`walkthrough-${index + 1}-light`);
    }
    await window.theme("dark");
    await window.pictures("walkthrough-4");
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
    await asking(async () => {
      await steps.choose(titles.deploy);
      await steps.press("Generate Server from OpenAPI");
      expect(await window.choices("Generate Server from OpenAPI", soon)).toEqual(["From a URL..."]);
    });
    await window.escape();
    expect((await steps.steps()).done).toEqual([titles.connect]);
  });

  test("are done with a deployment that serves, wherever it was ordered", async () => {
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

  test("test the workspace's skill, and are done when its run has ended", async () => {
    writeSampleSkill(editor.workspace);
    await asking(async () => {
      await steps.choose(titles.skill);
      await steps.press("Test a Skill");
      await window.pick("Test a Skill", "trim-lines", soon);
    });
    await agreeToRun(window, "trim-lines");
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
