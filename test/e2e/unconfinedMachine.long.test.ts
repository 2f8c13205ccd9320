import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { createFromTemplate } from "./steps/createFromTemplate.ts";
import { deployAnyway } from "./steps/deployAnyway.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { defaultThemeSettings } from "./verbs/theme.ts";
import type { OpenWindow } from "./window.ts";

describe("a machine whose bubblewrap does not work", () => {
  let editor: CleanEditor;
  let window: OpenWindow;
  const folder = mkdtempSync(join(tmpdir(), "fairlead-no-sandbox-"));

  beforeAll(async () => {
    const program = '#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n';
    writeFileSync(join(folder, "bwrap"), program, { mode: 0o755 });
    const PATH = `${folder}${delimiter}${process.env.PATH}`;
    editor = await startCleanEditor({ settings: defaultThemeSettings, environment: { PATH } });
    window = await editor.open();
    await useLocalService(window);
  });
  afterAll(async () => {
    await editor.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is shown before code runs, with the reason", async () => {
    await createFromTemplate(window, "Day counter", editor.workspace);
    await window.messages.dismissAll();
    await window.documents.explorerMenu("day-counter", "Deploy...");
    const question = window.page.locator(".monaco-dialog-box");
    await question.waitFor();
    const message = await question.textContent();
    expect(message).toContain("not confined on this machine (bwrap: setting up uid map: Permission denied)");
    await window.screenshot("unconfined-1-question-dark");
    await deployAnyway(window, "Day counter 0.1.\\d");
    await window.messages.waitFor(/Deployed Day counter/);
  });

  test("says of the deployment that it is not confined", async () => {
    await window.documents.output("Fairlead Events", /started, not confined by the operating system/);
    await window.screenshot("unconfined-2-events-dark");
  });
});
