import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { longTest } from "../support/longTest.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service/serviceProcess.ts";
import { type SharedEditor, startSharedEditor } from "./sharedEditor.ts";
import { narrowSideBar } from "./verbs/narrowSideBar.ts";
import type { OpenWindow } from "./window.ts";

const title = "Add Connection";
const keyTitle = `${title} (2/2)`;

describe("connecting", () => {
  let editor: SharedEditor;
  let window: OpenWindow;
  let service: ServiceProcess;
  const data = mkdtempSync(join(tmpdir(), "fairlead-e2e-service-"));
  const remote = { url: "", host: "", key: "" };

  beforeAll(async () => {
    [editor, service] = await Promise.all([startSharedEditor({ isUsed: true }), startServiceProcess(["--data", data])]);
    const { url = "", key = "" } = service.hello ?? {};
    Object.assign(remote, { url, host: new URL(url).host, key });
    window = await editor.open();
  });
  afterAll(async () => {
    await editor.leave(window);
    service.signal("SIGTERM");
    await service.ended;
    rmSync(data, { recursive: true, force: true });
  });

  const projects = () => window.view("Projects");
  const servers = () => window.view("Servers");
  /** The entered text and the validation message. */
  const refusal = async () => ({ why: await window.validation(title), typed: await window.value(title) });

  test("starts with a welcome view that offers both services", async () => {
    await projects().show();
    await servers().show();
    expect(await servers().waitForMessage(/Use the Local Service/)).toContain("Add Connection");
    await window.pictures("welcome");
  });

  test("is cancelled by Escape at every step without a trace", async () => {
    await servers().welcome("Add Connection");
    await window.fill(title, remote.url);
    await window.escape();
    await servers().welcome("Add Connection");
    await window.type(title, remote.url);
    await window.waitForTitle(/2\/2/);
    await window.escape();
    await window.runCommand("Fairlead: Switch Connection...");
    expect(await window.choices("Switch Connection")).toEqual(["Use the local service", "Add connection..."]);
    await window.escape();
  });

  test("shows a refused key at its step, where the user can correct it", async () => {
    await window.runCommand("Fairlead: Add Connection...");
    await window.type(title, remote.url);
    await window.type(keyTitle, "flk_wrong");
    expect(await refusal()).toEqual({ why: expect.stringContaining("does not accept this key"), typed: "flk_wrong" });
    await window.screenshot("connect-1-wrong-key-dark");
    expect(await servers().message()).toContain("Use the Local Service");
  });

  test("shows the service's projects as soon as the key is right", async () => {
    await window.type(keyTitle, remote.key);
    await projects().waitFor("Default");
    await window.documents.statusBar(new RegExp(remote.host));
    await expect.poll(window.messages.shown).toEqual([]);
    await window.screenshot("connect-2-connected-dark");
  });

  test("switches to the local service and back", async () => {
    await window.runCommand("Fairlead: Use the Local Service");
    await window.documents.statusBar(/Local service/);
    await projects().waitFor("Default");
    await window.runCommand("Fairlead: New Project...");
    await window.type("New Project (1/2)", "Only here");
    await window.type("New Project (2/2)", "");
    await projects().waitFor("Only here");
    await window.runCommand("Fairlead: Switch Connection...");
    await window.screenshot("connect-3-switch-dark");
    await window.pick("Switch Connection", remote.host);
    await window.documents.statusBar(new RegExp(remote.host));
    await projects().waitForText(/^Default[^\n]*$/);
    await window.runCommand("Fairlead: Switch Connection...");
    await window.pick("Switch Connection", "Local service");
    await projects().waitFor("Only here");
  });

  test("signs out, and the views show it", async () => {
    await window.runCommand("Fairlead: Switch Connection...");
    await window.pick("Switch Connection", remote.host);
    await projects().waitForText(/^Default[^\n]*$/);
    await window.runCommand("Fairlead: Sign Out");
    await servers().waitForMessage(/no valid key/);
    await window.documents.statusBar(/signed out/);
    await window.pictures("connect-4-signed-out");
  });

  test("signs in again with the key alone", async () => {
    await servers().welcome("Sign In");
    await window.type("Sign In", remote.key);
    await projects().waitFor("Default");
  });

  longTest("shows once that a service cannot be reached, and what to do", async () => {
    service.signal("SIGTERM");
    await service.ended;
    await window.documents.statusBar(/not reached/);
    await projects().waitForMessage(/Not up to date since/);
    await projects().waitFor("Default");
    await window.screenshot("connect-5-gone-dark");
    await window.reload();
    await projects().waitFor("Try again");
    for (const view of [projects(), servers()]) await view.waitForMessage(/Not connected to 127/);
    await narrowSideBar(window.page);
    await window.documents.statusBar(/not reached/);
    await expect.poll(window.messages.shown).toEqual([]);
    await window.screenshot("connect-6-unreachable-dark");
  });

  longTest("switches from a service that cannot be reached", async () => {
    await window.runCommand("Fairlead: Switch Connection...");
    await window.pick("Switch Connection", "Local service");
    await projects().waitFor("Only here");
    await window.documents.statusBar(/Local service/);
  });
});
