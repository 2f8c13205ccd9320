import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendJson, startUpstream, type Upstream } from "../support/servers/upstream.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { createHarbourDocument } from "./support/createHarbourDocument.ts";
import { writeWorkspaceFiles } from "./support/workspaceFiles.ts";
import type { OpenWindow } from "./window.ts";

const skill = `---
name: knots
description: Names the knots that hold a boat. Use when a text speaks of mooring.
---

Name the knot, and say what it holds.
`;

describe("the first hour, from a fresh install", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let api: Upstream;

  beforeAll(async () => {
    api = await startUpstream((_, response) => sendJson(response, [{ name: "North" }]));
    editor = await startSharedEditor({ isUsed: true });
    writeWorkspaceFiles(editor.workspace, {
      "harbour.yaml": createHarbourDocument(api.origin),
      "skills/knots/SKILL.md": skill,
    });
    window = await editor.open();
  });
  afterAll(async () => {
    await editor.leave(window);
    await api.close();
  });

  test("an OpenAPI document with a key becomes a tested, running server in six interactions", async () => {
    const interactions: readonly (() => Promise<unknown>)[] = [
      () => window.view("Servers").show(),
      () => window.view("Servers").welcome("Generate Server from OpenAPI"),
      async () => {
        await window.choices("Harbour");
        await window.screenshot("first-1-operations-dark");
        await window.page.keyboard.press("Enter");
      },
      async () => {
        await window.messages.waitFor(/Generated Harbour 0\.1\.0 with 2 tools/);
        await window.screenshot("first-2-generated-dark");
        await window.messages.answer(/Generated Harbour/, "Deploy");
      },
      async () => {
        await window.waitForTitle(/Deploy Harbour/);
        await window.screenshot("first-3-key-dark");
        await window.type("Deploy Harbour", "harbour-key");
      },
      async () => {
        await window.page.locator(".monaco-dialog-box").waitFor();
        await window.screenshot("first-4-question-dark");
        await window.messages.modal(/Deploy Harbour 0\.1\.0\?/, "Test and Deploy");
      },
    ];
    for (const interact of interactions) await interact();
    await window.messages.waitFor(/Deployed Harbour 0\.1\.0/);
    await window.documents.statusBar(/Harbour healthy/);
    await window.screenshot("first-5-running-dark");
    expect(interactions).toHaveLength(6);
    expect(api.received.map(({ headers }) => headers["x-harbour-key"])).toContain("harbour-key");
    await window.messages.dismissAll();
  });

  test("a skill has results after one click on Run Tests, in the Test Results that come up", async () => {
    await window.documents.open("SKILL.md", "knots");
    await window.offers.lenses(/Run Tests/);
    await window.offers.lens("Run Tests");
    expect(await window.messages.waitFor(/^knots: \d+ passed/)).not.toContain("failed");
    await window.page.locator(".test-output-peek-tree .monaco-list-row").first().waitFor();
    await window.screenshot("first-6-skill-dark");
  });
});
