import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startJsonService } from "../support/services/jsonService.ts";
import { type SimulatedService, startSimulatedService } from "../support/simulated/simulatedService.ts";
import { openTruth, type Truth } from "../support/simulated/truth/truth.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { addConnection } from "./steps/addConnection.ts";
import { takeFailureScreenshots } from "./support/takeFailureScreenshots.ts";
import { createPanel, type Panel } from "./verbs/panel.ts";
import type { PageElement } from "./verbs/text.ts";
import type { OpenWindow } from "./window.ts";

/** Each seed is another dialect with other missing operations. `npm run screenshots` runs all. */
const seeds = process.env.FAIRLEAD_PICTURES === undefined ? [4] : [4, 35];
const views = ["Projects", "Servers", "Skills", "Deployments", "Registry", "Account"];

let editor: SharedEditor;
let window: OpenWindow;
let page: Panel;

beforeAll(async () => {
  editor = await startSharedEditor();
  window = await editor.open();
  page = createPanel(window.page);
});
beforeEach((context) => takeFailureScreenshots(context, window));
afterAll(() => editor.close());

const alone = async (name: string) => {
  await window.view(name).show();
  await window.view(name).makeRoom(...views.filter((other) => other !== name));
};

describe.each(seeds)("an unknown service, generated from seed %i", (seed) => {
  let truth: Truth;
  let service: SimulatedService;

  beforeAll(async () => {
    truth = await openTruth();
    service = await startSimulatedService({ seed, truth });
  });
  afterAll(async () => {
    await service.close();
    await truth.close();
  });

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
    expect(await page.findings(/of 43 operations/)).toEqual([]);
    await window.screenshot(seed === 35 ? "readme-compatibility" : `other-${seed}-report-dark`);
    if (seed === seeds[0]) await window.pictures("other-report");
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
});

describe("an answer that is read wrong", () => {
  let service: Awaited<ReturnType<typeof startJsonService>>;

  beforeAll(async () => {
    service = await startJsonService(({ path }) => {
      const body = shipyard[path.replace("/api/v1/", "")];
      return body === undefined ? undefined : { body };
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const press = (...keys: readonly string[]) => pressKeys(window, keys);
  /** The element with the focus, by its label or text. */
  const focused = () => page.focused(/Map deployments\.list/);
  /** Presses a key until the focus is on an element that matches. */
  const pressUntil = async (key: string, expected: RegExp) => {
    await press(key);
    for (let count = 0; count < 40 && !expected.test(await focused()); count += 1) await press(key);
    expect(await focused()).toMatch(expected);
  };

  test("shows a word that no table knows in its own words", async () => {
    await addConnection(window, service.url, "key_of_the_shipyard");
    await window.messages.dismissAll();
    await alone("Deployments");
    await window.view("Deployments").waitForText(/FinalizingDeploy/);
    await window.screenshot("mapping-1-deployments-before-dark");
  });

  test("is shown with its rows, and with a neutral icon at the unknown word", async () => {
    await window.runCommand("Fairlead: Edit Profile of This Service...");
    await window.pick("Edit Profile", "Map an Answer...");
    await window.pick("Map an Answer", "deployments.list");
    const frame = await page.frame(/Say What It Means/);
    expect(await frame.locator("td .state").evaluateAll(readMarks)).toEqual(["calm FinalizingDeploy", "bad failed"]);
    await window.screenshot("mapping-2-before-dark");
  });

  test("lets the keyboard alone say what the word means and where a field is", async () => {
    await pressUntil("Tab", /^Say What It Means\.\.\. FinalizingDeploy$/);
    await press("Enter", "s");
    expect(await focused()).toMatch(/^starting/);
    await window.screenshot("mapping-3-meaning-dark");
    await press("Enter");
    await page.text(/1 choice not saved/);
    await pressUntil("Shift+Tab", /^answer/);
    await pressUntil("ArrowDown", /^Label/);
    await press("Enter", "v");
    expect(await focused()).toMatch(/^Version/);
    await window.screenshot("mapping-4-field-dark");
    await press("Enter");
    await page.text(/2 choices not saved/);
    await window.screenshot("mapping-5-after-dark");
  });

  test("is read in the user's way as soon as it is saved", async () => {
    await press("Control+s");
    await window.messages.waitFor(/deployments\.list is read with your mapping\./);
    await window.view("Deployments").waitForText(/tides-7\.3 starting/);
    await window.screenshot("mapping-6-deployments-after-dark");
  });
});

/** A service whose deployments have a state and a place for the version that Fairlead does not know. */
const shipyard: Readonly<Record<string, unknown>> = {
  me: { Id: "005A", Username: "someone" },
  projects: { totalSize: 0, done: true, records: [] },
  servers: {
    totalSize: 1,
    done: true,
    records: [{ Id: "0XU1", Name: "Tide tables", CreatedDate: "2026-11-20T08:15:00Z" }],
  },
  deployments: {
    totalSize: 2,
    done: true,
    records: [deploymentOf("0Af2", "FinalizingDeploy", "tides-7.3"), deploymentOf("0Af1", "Failed", "tides-7.2")],
  },
};

function deploymentOf(Id: string, Status: string, Label: string) {
  return { Id, ServerId: "0XU1", Status, CreatedDate: "2026-11-20T08:15:00Z", Package: { Type: "bundle", Label } };
}

/** Runs in the page: the tone and the word of each state. */
function readMarks(marks: PageElement[]): string[] {
  return marks.map((mark) => `${mark.getAttribute("class")?.replace("state ", "")} ${mark.textContent?.trim()}`);
}

async function pressKeys({ page }: OpenWindow, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
