import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startJsonService } from "../support/services/jsonService.ts";
import { type SimulatedService, startSimulatedService } from "../support/simulated/simulatedService.ts";
import { openTruth, type Truth } from "../support/simulated/truth/truth.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { addConnection } from "./steps/addConnection.ts";
import { createPanel, type Panel } from "./verbs/panel.ts";
import type { OpenWindow } from "./window.ts";

const views = ["Projects", "Servers", "Skills", "Deployments", "Registry", "Account"];

let editor: SharedEditor;
let window: OpenWindow;
let page: Panel;

beforeAll(async () => {
  editor = await startSharedEditor();
  window = await editor.open();
  page = createPanel(window.page);
});
afterAll(() => editor.close());

const alone = async (name: string) => {
  await window.view(name).show();
  await window.view(name).makeRoom(...views.filter((other) => other !== name));
};

describe("an unknown service", () => {
  let truth: Truth;
  let service: SimulatedService;

  beforeAll(async () => {
    truth = await openTruth();
    service = await startSimulatedService({ seed: 4, truth });
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

  test("shows what the values mean after the proposals of its profile are accepted", async () => {
    await window.runCommand("Fairlead: Check Compatibility");
    const frame = await page.frame(/Accepts (all|1)/);
    await window.pictures("other-profile-proposed");
    await frame.getByRole("button", { name: "Looks Right" }).click();
    await page.text(/Saved: all proposals are accepted\./);
    await window.screenshot("other-profile-dark");
    await window.documents.closeAll();
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
      const { name: slug, title = slug } = item;
      await window.view(name).waitForText(new RegExp(escaped(String(title))));
    }
    await window.screenshot(`other-${name.toLowerCase()}-dark`);
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

  test("has a page with the operations that work and that are not offered", async () => {
    await window.runCommand("Fairlead: Check Compatibility");
    const text = await page.text(/\d+ of 43 operations work/);
    expect(text).toMatch(/not offered|refused/);
    expect(await page.findings(/of 43 operations/)).toEqual([]);
    await window.screenshot("other-report-dark");
    await window.pictures("other-report");
  });

  test("responds in the operation console", async () => {
    await window.runCommand("Fairlead: Run Operation...");
    await window.pick("Run Operation", "projects.list");
    await window.documents.titles(/input\.json/);
    await window.runCommand("Fairlead: Run This Operation");
    await window.documents.titles(/answer\.json/);
    await window.screenshot("other-console-dark");
    await window.documents.closeAll();
  });

  test("never receives the key in a URL, and no other origin receives it", () => {
    expect(service.keyLeaks()).toEqual([]);
  });
});

describe("a service whose values Fairlead can only guess", () => {
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
  const focused = () => page.focused(/Shipyard|Service Profile/);
  /** Presses a key until the focus is on an element that matches. */
  const pressUntil = async (key: string, expected: RegExp) => {
    await press(key);
    for (let count = 0; count < 60 && !expected.test(await focused()); count += 1) await press(key);
    expect(await focused()).toMatch(expected);
  };

  test("is shown by ids and in its own words", async () => {
    await addConnection(window, service.url, "key_of_the_shipyard");
    await window.messages.dismissAll();
    await alone("Deployments");
    await window.view("Deployments").waitForText(/FinalizingDeploy/);
    await window.screenshot("profile-1-deployments-before-dark");
  });

  test("is read by a button of its page, which then asks about real values", async () => {
    await window.runCommand("Fairlead: Service Profile...");
    await page.text(/Which value is the version of a deployment\?|Read the service first/);
    await pressUntil("Tab", /^Read the Service$/);
    await press("Enter");
    await page.text(/Which value is the name of a server\?.*Tide tables/s);
    await page.text(/of 43 operations work/);
    await window.screenshot("profile-2-questions-dark");
    await window.pictures("profile-questions");
    expect(await page.findings(/Which value is the name of a server/)).toEqual([]);
  });

  test("is answered by the keyboard alone, and its rows follow at once", async () => {
    await pressUntil("Tab", /^What FinalizingDeploy means$/);
    await press("s");
    await page.text(/Saved: What do the states of a deployment mean\?/);
    expect(await focused()).toBe("What FinalizingDeploy means");
    const frame = await page.frame(/Saved: What do the states/);
    await frame.locator(".rows .state", { hasText: "starting" }).first().waitFor();
    await window.screenshot("readme-compatibility");
    await pressUntil("Shift+Tab", /^Looks Right$/);
    await press("Enter");
    await page.text(/Saved: all proposals are accepted\./);
    await frame.locator(".rows table", { hasText: "Servers" }).getByText("Tide tables").waitFor();
    await window.screenshot("profile-4-accepted-dark");
  });

  test("is shown by names and states in the views", async () => {
    await window.view("Deployments").waitForText(/starting/);
    await window.screenshot("profile-5-deployments-after-dark");
    await alone("Servers");
    await window.view("Servers").waitForText(/Tide tables/);
  });
});

/** A service whose names, owners and states only a person can confirm. */
const shipyard: Readonly<Record<string, unknown>> = {
  me: { Id: "005A", Username: "someone" },
  projects: { totalSize: 1, done: true, records: [{ Id: "0PR1", Title: "Harbour works" }] },
  servers: {
    totalSize: 2,
    done: true,
    records: [serverOf("0XU1", "Tide tables"), serverOf("0XU2", "Moorings")],
  },
  deployments: {
    totalSize: 3,
    done: true,
    records: [
      deploymentOf("0Af3", "FinalizingDeploy", "tides-7.3"),
      deploymentOf("0Af2", "Failed", "tides-7.2"),
      deploymentOf("0Af1", "Failed", "tides-7.1"),
    ],
  },
};

function serverOf(Id: string, Title: string) {
  return { Id, Title, Group: "0PR1", CreatedDate: "2026-11-20T08:15:00Z" };
}

function deploymentOf(Id: string, Status: string, Label: string) {
  return { Id, Host: "0XU1", Status, CreatedDate: "2026-11-20T08:15:00Z", Package: { Type: "bundle", Label } };
}

async function pressKeys({ page }: OpenWindow, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
