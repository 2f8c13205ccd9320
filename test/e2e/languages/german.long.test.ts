import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CleanEditor, startCleanEditor } from "../cleanEditor.ts";
import { createPanel } from "../verbs/panel.ts";
import { defaultThemeSettings } from "../verbs/theme.ts";
import type { OpenWindow } from "../window.ts";

describe("in German", () => {
  let editor: CleanEditor;
  let window: OpenWindow;

  beforeAll(async () => {
    editor = await startCleanEditor({ settings: defaultThemeSettings, language: "de" });
    window = await editor.open();
  });
  afterAll(() => editor.close());

  test("the views, their welcome and the commands have German texts", async () => {
    await window.view("Server").show();
    await window.view("Server").waitForMessage(/Vom OpenAPI-Dokument zum laufenden MCP-Server/);
    expect(await window.listCommands("Fairlead: Verbindung")).toContainEqual(
      expect.stringMatching(/Verbindung hinzufügen/),
    );
    await window.screenshot("german-1-welcome-dark");
  });

  test("messages and rows have German texts", async () => {
    await window.runCommand("Fairlead: Lokalen Dienst verwenden");
    await window.view("Konto").show();
    await window.view("Konto").waitForText(/Nutzung/);
    await window.screenshot("german-2-connected-dark");
  });

  test("a page has German texts, numbers and days", async () => {
    await window.runCommand("Fairlead: Nutzung anzeigen");
    const page = createPanel(window.page);
    const frame = await page.frame(/Bereitstellungen/);
    expect(await frame.locator("html").getAttribute("lang")).toBe("de");
    await window.screenshot("german-3-usage-dark");
  });
});
