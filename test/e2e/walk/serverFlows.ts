import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendJson, startUpstream, type Upstream } from "../../support/servers/upstream.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { chooseFolder } from "../steps/chooseFolder.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { createPanel } from "../verbs/panel.ts";
import { createHarbourDocument } from "./createHarbourDocument.ts";
import type { Walk } from "./walk.ts";

const generation = "Generate Server from OpenAPI";
const folderName = "tide-table";

/** Flows 1, 3, 4, 5, 6 and 10: servers. */
export function testServerFlows(walk: () => Walk): void {
  let api: Upstream;
  let service: ObservedService;
  beforeAll(async () => {
    api = await startUpstream((_, response) => sendJson(response, [{ name: "North" }]));
  });
  afterAll(async () => {
    await service?.close();
    await api.close();
  });

  const window = () => walk().window;
  const servers = () => window().view("Servers");
  const dialog = () => window().page.locator(".monaco-dialog-box");
  const names = async () => (await service.client.call("servers.list", {})).items.map(({ name }) => name);
  const deployments = async () => (await service.client.call("deployments.list", {})).items.length;
  const code = () => join(walk().editor.workspace, folderName, "server.mjs");

  test("1: start with nothing", async () => {
    walk().flow("1 Start with nothing");
    await walk().act("click the icon", () => servers().show());
    await servers().waitForMessage(/Use the Local Service/);
    await walk().look("01-welcome");
    await walk().act("click Use the Local Service", () => servers().welcome("Use the Local Service"));
    await servers().waitForMessage(/There is no server yet/);
    await walk().look("01-ready");
    service = await observeLocalService(walk().editor.userDataDir);
  });

  test("3: an OpenAPI document to a running server; Escape leaves nothing behind", async () => {
    writeWorkspaceFiles(walk().editor.workspace, { "harbour.yaml": createHarbourDocument(api.origin) });
    await window().documents.explorerMenu("harbour.yaml", `${generation}...`);
    await window().choices("operations");
    await window().escape();
    expect(await names()).toEqual([]);
    expect(await window().messages.shown()).toEqual([]);
    walk().flow("3 OpenAPI to running server");
    await walk().act("choose Generate in the Explorer", () =>
      window().documents.explorerMenu("harbour.yaml", `${generation}...`),
    );
    await window().choices("operations");
    await walk().look("03-operations");
    await walk().answer("press Enter in the operations", () => window().page.keyboard.press("Enter"));
    await window().messages.waitFor(/Generated Harbour/);
    await walk().look("03-generated");
    await window().messages.answer(/Generated Harbour/, "Deploy");
    await window().waitForTitle(/Deploy Harbour/);
    await window().escape();
    expect(await deployments()).toBe(0);
    await servers().show();
    await walk().look("03-escaped");
    await walk().act("click Deploy of the row", () => servers().inline("Harbour", "Deploy..."));
    await window().waitForTitle(/Deploy Harbour/);
    await walk().look("03-key");
    await window().reload();
    expect(await deployments()).toBe(0);
    await servers().show();
    await servers().inline("Harbour", "Deploy...");
    await window().waitForTitle(/Deploy Harbour/);
    await walk().answer("enter the key", () => window().type("Deploy Harbour", "harbour-key"));
    await dialog().waitFor();
    await walk().look("03-question");
    await walk().answer("click Test and Deploy", () => window().messages.modal(/Deploy Harbour/, "Test and Deploy"));
    await window().messages.waitFor(/Deploying Harbour/);
    await window().screenshot("walk-03-testing-dark");
    await window().messages.waitFor(/Deployed Harbour 0\.1\.0/);
    await window().documents.statusBar(/Harbour healthy/);
    await walk().look("03-running");
    await window().messages.dismissAll();
    await servers().makeRoom("Skills", "Registry", "Projects", "Deployments", "Account");
    await servers().expand("Harbour");
    await servers().expand("Variables");
    await walk().look("03-rows");
    await servers().collapse("Harbour");
  });

  test("4: own code to a running server; Escape leaves nothing behind", async () => {
    const title = "New Server from Template";
    await window().runCommand(`Fairlead: ${title}...`);
    await window().type(title, "Tide table");
    await window().waitForTitle(/Where to put the folder/);
    await window().escape();
    expect(existsSync(join(walk().editor.workspace, folderName))).toBe(false);
    expect(await names()).toEqual(["Harbour"]);
    walk().flow("4 Own code to running server");
    await walk().act(`run ${title}`, () => window().runCommand(`Fairlead: ${title}...`));
    await window().waitForTitle(new RegExp(title));
    await walk().look("04-name");
    await walk().answer("enter the name", () => window().type(title, "Tide table"));
    await window().waitForTitle(/Where to put the folder/);
    await walk().look("04-folder");
    await walk().answer("choose the folder", () =>
      chooseFolder(window(), "Where to put the folder", { folder: walk().editor.workspace, action: "Create Here" }),
    );
    await window().messages.waitFor(/Tide table is in the folder/);
    await walk().look("04-created");
    await window().messages.dismissAll();
    await walk().act("choose Deploy in the Explorer", () => window().documents.explorerMenu(folderName, "Deploy..."));
    await dialog().waitFor();
    await walk().look("04-question");
    await window().page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
    expect(await deployments()).toBe(1);
    await window().documents.explorerMenu(folderName, "Deploy...");
    await walk().answer("click Test and Deploy", () => window().messages.modal(/Deploy Tide table/, "Test and Deploy"));
    await window().messages.waitFor(/Deployed Tide table/);
    await walk().look("04-running");
    await window().messages.dismissAll();
  });

  test("5: a deployment fails, and an earlier version is deployed", async () => {
    writeFileSync(code(), `${readFileSync(code(), "utf8")}\nthrow new Error("TIDE_URL is not set");\n`);
    walk().flow("5 When it fails");
    await walk().act("choose Deploy in the Explorer", () => window().documents.explorerMenu(folderName, "Deploy..."));
    await dialog().waitFor();
    await walk().answer("click Test and Deploy", () => window().messages.modal(/Deploy Tide table/, "Test and Deploy"));
    const refused = /was not deployed: its tests could not be run\. TIDE_URL is not set\./;
    await dialog().getByText(refused).waitFor();
    await walk().look("05-tests");
    await walk().answer("click Deploy Anyway", () => window().messages.modal(refused, "Deploy Anyway"));
    await window().messages.waitFor(/was not deployed(?!: its tests)/);
    await walk().look("05-failed");
    await walk().act("click Open Deployment", () => window().messages.answer(/was not deployed/, "Open Deployment"));
    await createPanel(window().page).frame(/Failed at start/);
    await window().messages.dismissAll();
    await walk().look("05-panel");
  });

  test("6: tests of a server", async () => {
    await servers().show();
    // The deployment that failed moves its server up.
    await servers().waitForText(/^Tide table.*^Harbour/ms);
    walk().flow("6 Test a server");
    await walk().act("choose Test Server", () => servers().menu("Harbour", "Test Server..."));
    await window().messages.waitFor(/^Harbour: \d+ passed/);
    await walk().look("06-results");
    await window().messages.dismissAll();
    await window().testing.show();
    await window().testing.expand("Harbour");
    await walk().look("06-explorer");
    await window().documents.closePanel();
  });

  test("10: a deployment is watched", async () => {
    await window().view("Deployments").show();
    walk().flow("10 Watch a deployment");
    await walk().act("click the deployment", () => window().view("Deployments").click("Harbour 0.1.0"));
    await createPanel(window().page).frame(/Harbour/);
    await walk().look("10-panel");
    await window().documents.closeAll();
  });
}
