import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startJsonService } from "../support/services/jsonService.ts";
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
    await page.text(/of \d+ operations work/);
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
