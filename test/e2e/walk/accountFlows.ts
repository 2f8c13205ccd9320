import { afterAll, beforeAll, expect, test } from "vitest";
import { type SimulatedService, startSimulatedService } from "../../support/simulated/simulatedService.ts";
import { openTruth, type Truth } from "../../support/simulated/truth/truth.ts";
import { createPanel } from "../verbs/panel.ts";
import type { Walk } from "./walk.ts";

/** Flows 2, 11 and 12: the account, and other services. */
export function testAccountFlows(walk: () => Walk): void {
  let truth: Truth;
  let other: SimulatedService | undefined;
  beforeAll(async () => {
    truth = await openTruth();
    other = await startSimulatedService({ seed: 4, truth });
  });
  const closeOther = async () => {
    await other?.close();
    other = undefined;
  };
  afterAll(async () => {
    await closeOther();
    await truth.close();
  });

  const window = () => walk().window;
  const account = () => window().view("Account");
  const dialog = () => window().page.locator(".monaco-dialog-box");
  const page = () => createPanel(window().page);

  test("11: the account, its usage and its keys; Escape creates no key", async () => {
    walk().flow("11 Account");
    await walk().act("expand Account", () => account().show());
    await account().makeRoom("Registry", "Skills", "Servers", "Projects", "Deployments");
    for (const section of ["Members", "Usage", "API keys", "OAuth connections"]) await account().expand(section);
    await walk().look("11-account");
    const title = "Create API Key";
    await account().inline("API keys", `${title}...`);
    await window().type(title, "CI");
    await window().choices(title);
    await window().escape();
    expect(await account().text()).not.toContain("CI");
    walk().flow("11 Create an API key");
    await walk().act(`click ${title}`, () => account().inline("API keys", `${title}...`));
    await window().waitForTitle(new RegExp(title));
    await walk().look("11-key-name");
    await walk().answer("enter the name", () => window().type(title, "CI"));
    await window().choices(title);
    await walk().look("11-key-scopes");
    await walk().answer("confirm the scopes", () => window().pickMany(title, ["read"]));
    await window().waitForTitle(/3\/3/);
    await walk().look("11-key-expiry");
    await walk().answer("choose the expiry", () => window().pick(title, "90 days"));
    await dialog().waitFor();
    await walk().look("11-key");
    await walk().answer("click Copy", () => window().messages.modal(/The key "CI" was created/, "Copy"));
    await window().messages.dismissAll();
    walk().flow("11 Usage");
    await walk().act("run Show Usage", () => window().runCommand("Fairlead: Show Usage"));
    await page().frame(/Usage of/);
    await walk().look("11-usage");
    await window().screenshot("readme-usage");
    await window().documents.closeAll();
  });

  test("2 and 12: connects to another service, after a wrong key", async () => {
    const title = "Add Connection";
    const { url = "", key = "" } = other ?? {};
    walk().flow("2 Connect");
    await walk().act(`run ${title}`, () => window().runCommand(`Fairlead: ${title}...`));
    await window().waitForTitle(new RegExp(title));
    await walk().look("02-url");
    await walk().answer("enter the URL", () => window().type(title, url));
    await window().waitForTitle(/2\/2/);
    await window().type(`${title} (2/2)`, "wrong-key");
    await window().choices(title);
    await walk().look("02-wrong-key");
    await window().back(title);
    await window().waitForTitle(/2\/2/);
    await walk().answer("enter the key", () => window().type(`${title} (2/2)`, key));
    await dialog().waitFor();
    await walk().look("02-leaving");
    await walk().answer("click Keep Running", () => window().messages.modal(/running on this machine/, "Keep Running"));
    await window().messages.waitFor(/Connected to/);
    await walk().look("02-connected");
    await window().messages.dismissAll();
    walk().flow("12 Any other service");
    await walk().act("run Check Compatibility", () => window().runCommand("Fairlead: Check Compatibility"));
    await page().text(/of 43 operations work/);
    await walk().look("12-report");
    await window().documents.closeAll();
    await window().runCommand("Fairlead: Switch Connection...");
    await window().choices("Switch Connection");
    await walk().look("02-switch");
    await window().escape();
  });

  test("12: a service that is gone says so, and can be left", async () => {
    await closeOther();
    await window().view("Projects").show();
    await window().view("Projects").title("Refresh");
    await window().documents.statusBar(/not reached/);
    await walk().look("12-gone");
    walk().flow("2 Switch");
    await walk().act("run Switch Connection", () => window().runCommand("Fairlead: Switch Connection..."));
    await walk().answer("choose the local service", () => window().pick("Switch Connection", "Local service"));
    await window().view("Projects").waitFor("Default");
    await walk().look("02-switched");
  });
}
