import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendJson, startUpstream, type Upstream } from "../../support/servers/upstream.ts";
import { type ObservedService, observeLocalService } from "../observed/localService.ts";
import { createHarbourDocument } from "../support/createHarbourDocument.ts";
import { writeWorkspaceFiles } from "../support/workspaceFiles.ts";
import { createPanel } from "../verbs/panel.ts";
import type { Walk } from "./walk.ts";

const generation = "Generate Server from OpenAPI...";
const folderName = "tide-table";
const serverName = "Tide table";

/** Flows 1, 3, 4, 5, 6 and 10 by keys: servers. */
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

  const keys = () => walk().keys;
  const window = () => walk().window;
  const liveNames = async () =>
    (await service.client.call("servers.list", {})).items
      .filter(({ liveDeploymentId }) => liveDeploymentId)
      .map(({ name }) => name);
  /** The deployment that serves requests. */
  const live = async (name: string) => {
    const { items } = await service.client.call("servers.list", {});
    const id = items.find((server) => server.name === name)?.liveDeploymentId;
    return id ? service.client.call("deployment.get", { id }) : undefined;
  };
  const focusFile = async (name: string) => {
    await keys().run("File: Focus on Files Explorer");
    await keys().row(name);
  };

  test("1: start with nothing, and the focus stays in the view", async () => {
    await keys().focusView("Servers");
    await window()
      .view("Servers")
      .waitForMessage(/Use the Local Service/);
    await walk().look("01-welcome");
    await keys().focusView("Servers");
    await keys().tabTo("Use the Local Service");
    await keys().press("Enter");
    await window()
      .view("Servers")
      .waitForMessage(/There is no server yet/);
    await walk().look("01-ready");
    service = await observeLocalService(walk().editor.userDataDir);
    expect(await keys().hasFocus()).toBe("workbench.parts.sidebar");
    await keys().tabTo("Generate Server from OpenAPI");
  });

  test("3: an OpenAPI document to a running server; Escape returns to the row", async () => {
    writeWorkspaceFiles(walk().editor.workspace, { "harbour.yaml": createHarbourDocument(api.origin) });
    await focusFile("harbour.yaml");
    await keys().menu("Fairlead", generation);
    await keys().question(/operations/);
    await keys().escape();
    await keys().hasRow("harbour.yaml");
    await keys().menu("Fairlead", generation);
    await keys().question(/operations/);
    await walk().look("03-operations");
    await keys().press("Enter");
    await keys().message(/Generated Harbour/);
    await walk().look("03-generated");
    await keys().answer(/Generated Harbour/, "Deploy");
    await keys().question(/Deploy Harbour/);
    await keys().escape();
    await keys().hasFocus();
    await keys().focusView("Servers");
    await window().view("Servers").waitFor("Harbour");
    // VS Code drops the focus when rows take the place of a welcome text.
    await keys().focusView("Servers");
    await keys().row("Harbour");
    await keys().press("Shift+Alt+d");
    await keys().question(/Deploy Harbour/);
    await keys().escape();
    await keys().hasRow("Harbour");
    await keys().menu("Deploy...");
    await keys().question(/Deploy Harbour/);
    await walk().look("03-key");
    await keys().enter(/Deploy Harbour/, "harbour-key");
    await walk().lookAtDialog("03-question");
    await keys().dialog(/Deploy Harbour/, "Test and Deploy");
    await keys().hasRow("Harbour");
    await keys().message(/Deployed Harbour 0\.1\.0/);
    await walk().look("03-running");
    await keys().clearNotifications();
    await keys().hasFocus();
    expect(await liveNames()).toEqual(["Harbour"]);
  });

  test("3: the variables of a server are rows, and Escape returns to them", async () => {
    await keys().focusView("Servers");
    await keys().expand("Harbour");
    await keys().expand("Variables");
    await keys().row("Key");
    await walk().look("03-rows");
    await keys().press("Enter");
    await keys().question(/Key of|Variables/);
    await keys().escape();
    await keys().hasRow("Key");
    await keys().menu("Edit Variables...");
    await keys().question(/Key of|Variables/);
    await keys().escape();
    await keys().hasRow("Key");
  });

  test("4: own code to a running server", async () => {
    const title = /New Server from Template/;
    await keys().run("Fairlead: New Server from Template...");
    await keys().question(title);
    await walk().look("04-name");
    await keys().enter(title, "Tide table");
    await keys().question(/Where to put the folder/);
    await walk().look("04-folder");
    await keys().folder(walk().editor.workspace);
    await keys().message(/Tide table is in the folder/);
    await walk().look("04-created");
    await keys().hasFocus();
    await keys().clearNotifications();
    await focusFile(folderName);
    await keys().menu("Fairlead", "Deploy...");
    await walk().lookAtDialog("04-question");
    await keys().press("Escape");
    await keys().hasRow(folderName);
    await keys().menu("Fairlead", "Deploy...");
    await keys().dialog(/Deploy Tide table/, "Test and Deploy");
    await keys().message(/Deployed Tide table/);
    await walk().look("04-running");
    await keys().clearNotifications();
    expect((await liveNames()).sort()).toEqual(["Harbour", "Tide table"]);
  });

  test("5: a deployment fails, the version before stays live, and an earlier version is deployed", async () => {
    const code = join(walk().editor.workspace, folderName, "server.mjs");
    const before = await live(serverName);
    writeFileSync(code, `${readFileSync(code, "utf8")}\nthrow new Error("TIDE_URL is not set");\n`);
    await focusFile(folderName);
    await keys().menu("Fairlead", "Deploy...");
    await keys().dialog(/Deploy Tide table/, "Test and Deploy");
    await window()
      .page.locator(".monaco-dialog-box")
      .getByText(/was not deployed: /)
      .waitFor();
    await walk().look("05-tests");
    await keys().dialog(/was not deployed: /, "Deploy Anyway");
    await keys().message(/was not deployed(?!: its tests)/);
    await walk().look("05-failed");
    await keys().answer(/was not deployed(?!: its tests)/, "Open Deployment");
    await createPanel(window().page).frame(/Failed at start/);
    await keys().clearNotifications();
    await walk().look("05-panel");
    const stops = await walk().tabThrough(/Failed at start/);
    expect(stops).toEqual(expect.arrayContaining(["Last lines", "Events"]));
    await keys().run("View: Close All Editors");
    expect((await live(serverName))?.id).toBe(before?.id);
    await keys().focusView("Deployments");
    await keys().row(`${serverName} ${before?.version}`);
    await keys().menu("Deploy Again");
    await keys().message(/Deployed Tide table 0\.1\.0/);
    await keys().clearNotifications();
    await keys().hasFocus();
    const after = await live(serverName);
    expect(after?.version).toBe(before?.version);
    expect(after?.id).not.toBe(before?.id);
  });

  test("6: tests of a server", async () => {
    await keys().focusView("Servers");
    await keys().row("Harbour");
    await keys().press("Shift+Alt+t");
    await keys().message(/^Harbour: \d+ passed/);
    await walk().look("06-results");
    await keys().clearNotifications();
    await keys().run("Testing: Focus on Test Explorer View");
    await keys().tabTo(/Test Explorer/);
    // A duration follows the label.
    await keys().expand(/^Harbour/);
    await walk().look("06-explorer");
    await keys().run("View: Hide Panel");
    await keys().hasFocus();
  });

  test("10: a deployment is watched", async () => {
    await keys().focusView("Deployments");
    await keys().row("Harbour 0.1.0");
    await keys().press("Enter");
    await createPanel(window().page).frame(/Harbour/);
    await walk().look("10-panel");
    const stops = await walk().tabThrough(/Harbour/);
    expect(stops).toEqual(expect.arrayContaining(["Copy MCP URL", "Events"]));
    await keys().run("View: Close All Editors");
    await keys().focusView("Deployments");
    await keys().hasRow("Harbour 0.1.0");
  });
}
