import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SimulatedService, startSimulatedService } from "../support/simulated/simulatedService.ts";
import { openTruth, type Truth } from "../support/simulated/truth/truth.ts";
import { type CleanEditor, startCleanEditor } from "./cleanEditor.ts";
import { addConnection } from "./steps/addConnection.ts";
import { takeFailureScreenshots } from "./takeFailureScreenshots.ts";
import { createPanel, type Panel } from "./verbs/panel.ts";
import { defaultThemeSettings, themeNames } from "./verbs/theme.ts";
import type { OpenWindow } from "./window.ts";

/** Each seed is another dialect with other missing operations. `npm run screenshots` runs all. */
const seeds = process.env.FAIRLEAD_PICTURES === undefined ? [4] : [4, 10, 35];
const views = ["Projects", "Servers", "Skills", "Deployments", "Registry", "Account"];

describe.each(seeds)("an unknown service, generated from seed %i", (seed) => {
  let editor: CleanEditor;
  let window: OpenWindow;
  let truth: Truth;
  let service: SimulatedService;
  let page: Panel;

  beforeAll(async () => {
    [editor, truth] = await Promise.all([startCleanEditor({ settings: defaultThemeSettings }), openTruth()]);
    service = await startSimulatedService({ seed, truth });
    window = await editor.open();
    page = createPanel(window.page);
  });
  beforeEach((context) => takeFailureScreenshots(context, window));
  afterAll(async () => {
    await editor.close();
    await service.close();
    await truth.close();
  });

  const alone = async (name: string) => {
    await window.view(name).show();
    await window.view(name).makeRoom(...views.filter((other) => other !== name));
  };

  test("connects with its URL and key", async () => {
    await window.view("Projects").show();
    await addConnection(window, service.url, service.key);
    await window.messages.dismissAll();
  });

  test.each([
    ["Projects", "projects.list"],
    ["Servers", "servers.list"],
    ["Skills", "skills.list"],
    ["Registry", "registry.artifacts"],
  ] as const)("lists all its items in the view %s, by name", async (name, operation) => {
    await alone(name);
    const items = await truth.all(operation, {});
    for (const item of items.slice(0, 10)) {
      const { name: slug, title = slug } = service.shown(operation, item);
      await window.view(name).waitForText(new RegExp(escaped(String(title))));
    }
    await window.screenshot(`other-${seed}-${name.toLowerCase()}-dark`);
  });

  test("creates a project once, after a preview of the request, and lists it", async () => {
    await alone("Projects");
    await window.runCommand("Fairlead: New Project...");
    await window.type("New Project (1/2)", "Made from here");
    await window.type("New Project (2/2)", "");
    await window.messages.modal(/Send this change to .*POST .*\/api\/v1\/projects/s, "Send");
    await window.view("Projects").waitFor("Made from here");
    const created = service.effects().filter(({ operation }) => operation === "projects.create");
    expect(created.map(({ input }) => input.name)).toEqual(["Made from here"]);
    await window.messages.dismissAll();
  });

  test("has a report of operations that work and that are not offered", async () => {
    await window.runCommand("Fairlead: Check Compatibility");
    const text = await page.text(/\d+ of 43 operations work/);
    const missing = service.conventions.missing.size;
    if (missing > 0) expect(text).toMatch(/not offered|refused/);
    await window.screenshot(seed === 35 ? "readme-compatibility" : `other-${seed}-report-dark`);
  });

  test.runIf(seed === seeds[0])("responds in the operation console", async () => {
    await window.runCommand("Fairlead: Run Operation...");
    await window.pick("Run Operation", "projects.list");
    await window.documents.titles(/input\.json/);
    await window.runCommand("Fairlead: Run This Operation");
    await window.documents.titles(/answer\.json/);
    await window.screenshot(`other-${seed}-console-dark`);
    await window.documents.closeAll();
  });

  test("never receives the key in a URL, and no other origin receives it", () => {
    expect(service.keyLeaks()).toEqual([]);
  });

  describe.runIf(seed === seeds[0])("its report", () => {
    test.each(themeNames)("has no axe-core findings in the theme %s", async (theme) => {
      await window.runCommand("Fairlead: Check Compatibility");
      await page.text(/of 43 operations work/);
      await window.theme(theme);
      expect(await page.findings(/of 43 operations/)).toEqual([]);
      await window.screenshot(`other-report-${theme}`);
    });
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
