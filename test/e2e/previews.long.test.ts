import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Deployment } from "../../src/contract/deployments.ts";
import { startRehearsedServers } from "../support/servers/rehearsedServers.ts";
import { type ObservedService, observeLocalService } from "./observed/localService.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { useLocalService } from "./steps/useLocalService.ts";
import { waitForFile } from "./support/workspaceFiles.ts";
import type { OpenWindow } from "./window.ts";

const name = "Pets";

describe("a version beside the live one", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ObservedService;
  let servers: Awaited<ReturnType<typeof startRehearsedServers>>;
  let live: Deployment;

  beforeAll(async () => {
    editor = await startSharedEditor();
    window = await editor.open();
    await useLocalService(window);
    service = await observeLocalService(editor.userDataDir);
    const [project] = (await service.client.call("projects.list", {})).items;
    if (!project) throw new Error("There is no project.");
    servers = await startRehearsedServers({ api: service.client, project });
    const prepared = await servers.prepare(name);
    live = prepared.live;
    await service.client.discardPreview(prepared.preview.id);
    await window.runCommand("Fairlead: Refresh");
    await view().show();
    await view().makeRoom("Projects", "Skills", "Deployments", "Registry", "Account");
  });
  afterAll(async () => {
    await service?.close();
    await servers?.close();
    await editor.close();
  });

  const view = () => window.view("Servers");
  const previewStates = async () =>
    (await service.client.call("deployments.list", {})).items
      .filter(({ preview }) => preview)
      .map(({ status }) => status);

  test("runs after one question, and is rehearsed with a test case, which is kept", async () => {
    await view().menu(name, "Deploy as Preview...");
    await window.messages.modal(/Deploy Pets 0\.1\.1 as a preview\?/, "Cancel");
    await view().menu(name, "Deploy as Preview...");
    await window.messages.modal(/Deploy Pets 0\.1\.1 as a preview\?/, "Deploy");
    await window.messages.waitFor(/Pets 0\.1\.1 runs as a preview/);
    await view().waitForText(/preview 0\.1\.1/);
    await window.screenshot("previews-1-runs");
    await window.messages.answer(/runs as a preview/, "Rehearse");
    await window.messages.waitFor(/Rehearsed Pets 0\.1\.1: 0 same, 1 different, 0 failed, 2 not made/);
    await window.documents.preview(/Called instead: 1 test case\..*costs an agent.*\$\.tags/s);
    await window.screenshot("previews-2-cases");
    await window.messages.answer(/Rehearsed Pets/, "Keep as Test Case...");
    await window.choices("Keep as Test Case");
    await window.screenshot("previews-3-which");
    await window.escape();
    await window.messages.waitFor(/Rehearsed Pets/);
    await window.messages.answer(/Rehearsed Pets/, "Keep as Test Case...");
    await window.pick("Keep as Test Case", 'get_pet can be called {"id":0}');
    await window.page.getByPlaceholder("What must be true of later results?").waitFor();
    await window.screenshot("previews-4-facts");
    await window.page.keyboard.press("Enter");
    await window.page.getByText("The name of the case").waitFor();
    await window.type("Keep as Test Case", "old names");
    await window.page.getByRole("button", { name: "Show Local" }).waitFor();
    await window.screenshot("previews-5-file");
    await window.page.keyboard.press("Enter");
    await waitForFile(join(editor.workspace, "fairlead.tests.yaml"), /name: old names/);
    await window.messages.waitFor(/has the case "old names" now/);
    await window.screenshot("previews-6-kept");
    await window.messages.dismissAll();
    await window.documents.closeAll();
  });

  test("gives an agent an entry of its own, which says what happens when it ends", async () => {
    await view().show();
    await view().expand(name);
    await view().waitFor("0.1.1");
    await window.screenshot("previews-7-row");
    await view().menu("0.1.1", "Use In...");
    await window.fill(`Use ${name} preview 0.1.1 In`, ".mcp.json");
    await window.screenshot("previews-8-agents");
    await window.page.keyboard.press("Enter");
    await window.choices(`Use ${name} preview 0.1.1 in`);
    await window.screenshot("previews-9-change");
    await window.pick(`Use ${name} preview 0.1.1 in`, "Write");
    await waitForFile(join(editor.workspace, ".mcp.json"), /"pets-preview-0-1-1": \{[^}]+@0\.1\.1"/);
    await window.messages.dismissAll();
    await window.documents.closeAll();
  });

  test("is there after a reload, and is rehearsed with recorded calls", async () => {
    await window.reload();
    await view().show();
    await view().waitForText(/preview 0\.1\.1/);
    await servers.record(live, [
      ["get_pet", { id: 1 }],
      ["get_pet", { id: 13 }],
      ["add_order", {}],
    ]);
    await view().expand(name);
    await view().click("0.1.1");
    await window.documents.titles(/Pets 0\.1\.1/);
    await window.screenshot("previews-10-panel");
    const page = window.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
    await page.getByRole("button", { name: "Rehearse" }).click();
    await window.messages.waitFor(/1 same, 1 different, 1 failed, 0 not made/);
    await window.documents.preview(/recorded answers of the API/);
    await window.screenshot("previews-11-recorded");
    expect(servers.countPosts()).toBe(1);
  });

  test("becomes live from the message, and its agent's row says that the preview has ended", async () => {
    await window.messages.answer(/Rehearsed Pets/, "Promote");
    // The kept case expects what the live version answers.
    await window.messages.modal(/1 of 15 tests failed: old names/, "Deploy Anyway");
    await window.messages.waitFor(/Deployed Pets 0\.1\.1/);
    await view().expand("Agents");
    await view().waitForText(/its preview no longer runs/);
    await window.screenshot("previews-12-live");
    expect(await previewStates()).toEqual(["stopped"]);
    await window.messages.dismissAll();
  });

  test("ends with Discard in its panel, and the live version stays", async () => {
    await view().expand("Versions");
    await view().menu("0.1.0", "Deploy as Preview...");
    await window.messages.modal(/Deploy Pets 0\.1\.0 as a preview\?/, "Deploy");
    await window.messages.answer(/Pets 0\.1\.0 runs as a preview/, "Show");
    const page = window.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("The preview was discarded.").first().waitFor();
    await window.screenshot("previews-13-discarded");
    expect(await previewStates()).toEqual(["stopped", "stopped"]);
    expect((await service.client.call("deployments.list", { status: "running" })).items).toHaveLength(1);
  });
});
