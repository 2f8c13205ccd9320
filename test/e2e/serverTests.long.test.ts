import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { acceptCodeRun } from "./steps/acceptCodeRun.ts";
import { createFromTemplate } from "./steps/createFromTemplate.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import type { OpenWindow } from "./window.ts";

const name = "Day counter";

describe("the tests of a server", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;

  beforeAll(async () => {
    editor = await startSharedEditor();
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    await createFromTemplate(window, name, editor.workspace);
    await window.messages.dismissAll();
  });
  afterAll(async () => {
    await service.close();
    await editor.close();
  });

  const file = (path: string) => join(editor.workspace, "day-counter", path);
  const change = (path: string, from: string, to: string) => {
    const text = readFileSync(file(path), "utf8");
    expect(text).toContain(from);
    writeFileSync(file(path), text.replace(from, to));
  };

  test("run from its row: protocol, tools and the cases beside its code", async () => {
    await window.view("Servers").show();
    await window.view("Servers").menu(name, "Test Server...");
    await acceptCodeRun(window, name);
    expect(await window.messages.waitFor(/Day counter: \d+ passed/)).not.toContain("failed");
    await window.screenshot("servertests-0-ended-dark");
    await window.messages.dismissAll();
    await window.testing.show();
    await window.testing.waitForText(/^Day counter \(Passed\)/m);
    await window.testing.expand(name);
    for (const group of ["Protocol", "Smoke calls", "Own cases"]) await window.testing.expand(group);
    const seen = await window.testing.text();
    expect(seen).toMatch(/Opens a session \(initialize\) \(Passed\)/);
    expect(seen).toMatch(/days_between: can be called \(Passed\)/);
    expect(seen).toMatch(/github_repository: can be called \(Skipped\)/);
    expect(seen).toMatch(/counts over the end of February \(Passed\)/);
    await window.screenshot("servertests-1-passed-dark");
  });

  test("that fail show the line, the expected and the actual value", async () => {
    change("fairlead.tests.yaml", "$.days: 29", "$.days: 30");
    await window.documents.open("fairlead.tests.yaml");
    await window.offers.lens("Run All");
    await window.testing.waitForText(/counts over the end of February \(Failed\)/);
    await window.testing.results(/counts over/);
    await window.testing.openResult(/counts over/);
    await window.pictures("servertests-2-failed");
  });

  test("that failed are run again alone", async () => {
    change("fairlead.tests.yaml", "$.days: 30", "$.days: 29");
    // Open documents run with their shown text, and VS Code notices changed files after a delay.
    await window.documents.waitForText(/\$\.days: 29/);
    await window.runCommand("Test: Rerun Failed Tests");
    await window.testing.waitForText(/counts over the end of February \(Passed\)/);
    const [server] = (await service.client.call("servers.list", {})).items;
    const [last] = (await service.client.call("serverTestRuns.list", { id: server?.id ?? "" })).items;
    expect(last?.summary).toMatchObject({ total: 1, passed: 1 });
  });

  test("have runs that are listed below the server, and can be opened and compared", async () => {
    await window.documents.closePanel();
    const servers = window.view("Servers");
    await servers.show();
    await servers.makeRoom("Projects", "Skills", "Deployments", "Registry");
    await servers.expand(name);
    await servers.expand("Test runs");
    await servers.waitForText(/failed/);
    await window.screenshot("servertests-3-runs-dark");
  });

  test("run before a deployment of content without a passed run, and stop it with their names when they fail", async () => {
    change("server.mjs", "days_between", "count_days");
    await window.documents.explorerMenu("day-counter", "Deploy...");
    await window.page.locator(".monaco-dialog-box").waitFor();
    await window.screenshot("servertests-4-untested-dark");
    await window.messages.modal(new RegExp(`Deploy ${name} 0\\.1\\.1\\?`), "Test and Deploy");
    const failed = new RegExp(
      `${name} 0\\.1\\.1 was not deployed: \\d of \\d+ tests failed.*counts over the end of February`,
    );
    await window.page.locator(".monaco-dialog-box").getByText(failed).waitFor();
    await window.screenshot("servertests-5-not-deployed-dark");
    await window.messages.modal(failed, "Show");
    await window.page.locator(".part.panel").getByText("counts over the end of February").first().waitFor();
    await window.screenshot("servertests-6-results-dark");
    await window.pick(`Deploy ${name} 0.1.1`, "Deploy Anyway");
    await window.messages.waitFor(new RegExp(`Deployed ${name}`));
  });

  test("are not repeated by a second click on Deploy, which says that the version is live", async () => {
    await window.messages.dismissAll();
    await window.documents.explorerMenu("day-counter", "Deploy...");
    await window.messages.waitFor(/Day counter 0\.1\.1 is live already/);
    await window.screenshot("servertests-7-live-already-dark");
    await window.messages.dismissAll();
    const [server] = (await service.client.call("servers.list", {})).items;
    expect((await service.client.call("deployments.list", { serverId: server?.id ?? "" })).items).toHaveLength(1);
  });

  test("run against the live deployment, and fail because its tool has another name", async () => {
    await window.testing.show();
    await window.testing.run("Own cases");
    const [server] = (await service.client.call("servers.list", {})).items;
    const readLast = async () => (await service.client.call("serverTestRuns.list", { id: server?.id ?? "" })).items[0];
    await expect.poll(async () => (await readLast())?.deploymentId).toBe(server?.liveDeploymentId);
    await expect.poll(async () => (await readLast())?.status).toBe("failed");
    const last = await readLast();
    const run = await service.client.call("serverTestRun.get", { id: last?.id ?? "" });
    expect(run.cases?.find(({ status }) => status === "failed")?.message).toMatch(/failed/);
    await window.screenshot("servertests-5-live-dark");
  });
});
